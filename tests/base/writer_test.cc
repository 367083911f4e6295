// SPDX-License-Identifier: Apache-2.0
#include "base/writer.h"

#include <array>
#include <csignal>
#include <string>
#include <thread>

#include <unistd.h>

#include "support/catch.h"

namespace tfprof {

namespace {

Error FailureOf(const Status& status) {
  REQUIRE_FALSE(status.has_value());
  return status.error();
}

}  // namespace

TEST_CASE("a string writer keeps everything in order") {
  StringWriter out;
  CHECK(out.Write("one ").has_value());
  CHECK(out.Write("two").has_value());
  CHECK(out.Close().has_value());
  CHECK(out.text() == "one two");
}

TEST_CASE("a null writer takes everything") {
  NullWriter out;
  CHECK(out.Write("gone").has_value());
  CHECK(out.Close().has_value());
}

TEST_CASE("a descriptor writer writes everything and closes nothing") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const std::string content(300'000, 'x');  // more than a pipe holds
  std::string received;
  std::thread reader([&] {
    std::array<char, 4096> block{};
    for (;;) {
      const ssize_t got = read(ends[0], block.data(), block.size());
      if (got <= 0) return;
      received.append(block.data(), static_cast<size_t>(got));
    }
  });
  {
    DescriptorWriter out(ends[1], "standard output");
    CHECK(out.Write(content).has_value());
    CHECK(out.Close().has_value());
  }
  CHECK(write(ends[1], "!", 1) == 1);
  close(ends[1]);
  reader.join();
  close(ends[0]);
  CHECK(received == content + "!");
}

TEST_CASE("a reader that went away is told from other failures") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  close(ends[0]);
  DescriptorWriter out(ends[1], "standard output");
  const Error error = FailureOf(out.Write("nobody listens"));
  CHECK(error.code == ErrorCode::kClosedPipe);
  CHECK(error.message == "standard output: closed by its reader");
  CHECK(FailureOf(out.Write("again")).code == ErrorCode::kClosedPipe);
  close(ends[1]);
  std::signal(SIGPIPE, before);
}

TEST_CASE("an empty write reports an earlier failure and else nothing") {
  DescriptorWriter closed(-1, "nowhere");
  CHECK(closed.Write("").has_value());
  CHECK(FailureOf(closed.Write("x")).code == ErrorCode::kIo);
  CHECK(FailureOf(closed.Write("")).code == ErrorCode::kIo);
}

}  // namespace tfprof
