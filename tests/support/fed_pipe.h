// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
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
    });
  }

  ~FedPipe() {
    // A writer that nobody read from still waits to open, then finds nobody.
    const int pipe = open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    close(pipe);
    writer_.join();
    unlink(path_.c_str());
  }

  FedPipe(const FedPipe&) = delete;
  FedPipe& operator=(const FedPipe&) = delete;

 private:
  const std::string path_;
  std::thread writer_;
};

}  // namespace tfprof
