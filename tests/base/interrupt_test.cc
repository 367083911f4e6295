// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_writer.h"
#include "support/catch.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

// Catches interrupts for as long as it lives.
struct Catching {
  Catching() { CatchInterrupts(); }

  ~Catching() {
    ClearInterrupt();
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGALRM, SIG_DFL);
  }
};

}  // namespace

TEST_CASE("an interrupt just before a system call that waits ends it") {
  const Catching catching;
  const TempDir temp;
  // Nobody reads it, so that opening it never ends.
  REQUIRE(mkfifo((temp / "fifo").c_str(), 0600) == 0);
  REQUIRE(raise(SIGINT) == 0);
  CHECK(WasInterrupted());
  CHECK_FALSE(FileWriter::Open(temp / "fifo").has_value());
}

TEST_CASE("an interrupt ends writing to a reader that does not read") {
  const Catching catching;
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  DescriptorWriter writer(ends[1], "pipe");
  std::thread user([reader = pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    pthread_kill(reader, SIGINT);
  });
  const Status status = writer.Write(std::string(size_t{1} << 20, 'x'));
  user.join();
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().code == ErrorCode::kInterrupted);
  ClearInterrupt();
  CHECK_FALSE(WasInterrupted());
  close(ends[0]);
  close(ends[1]);
}

}  // namespace tfprof
