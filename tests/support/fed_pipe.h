// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tfprof {

// A named pipe that gives its content once, to whoever opens it first; who
// opens it again waits until this goes.
class FedPipe {
 public:
  FedPipe(const std::string& path, std::string content) : path_(path) {
    if (mkfifo(path.c_str(), 0600) != 0) {
      throw std::runtime_error(path + ": cannot be made");
    }
    signal(SIGPIPE, SIG_IGN);  // readers may stop early
    writer_ = std::thread([this, content = std::move(content)] {
      const int pipe = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
      for (size_t at = 0; at < content.size();) {
        const ssize_t written =
            write(pipe, content.data() + at, content.size() - at);
        if (written < 0 && errno != EINTR) break;
        if (written > 0) at += static_cast<size_t>(written);
      }
      close(pipe);
      is_done_ = true;
    });
  }

  ~FedPipe() {
    // A writer that nobody read from still has to open, or even to start.
    const int pipe = open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char ignored[4096];
    while (!is_done_) {
      if (read(pipe, ignored, sizeof(ignored)) > 0) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    close(pipe);
    writer_.join();
    unlink(path_.c_str());
  }

  FedPipe(const FedPipe&) = delete;
  FedPipe& operator=(const FedPipe&) = delete;

 private:
  const std::string path_;
  std::atomic<bool> is_done_ = false;
  std::thread writer_;
};

}  // namespace tfprof
