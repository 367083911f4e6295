// SPDX-License-Identifier: Apache-2.0
#include "base/writer.h"

#include <array>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

std::unique_ptr<FileWriter> Open(const std::string& path) {
  return std::move(FileWriter::Open(path).value());
}

Error ErrorOf(const Status& status) {
  REQUIRE_FALSE(status.has_value());
  return status.error();
}

unsigned Mode(const std::string& path) {
  struct stat info {};

  REQUIRE(stat(path.c_str(), &info) == 0);
  return info.st_mode & 0777;
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

TEST_CASE("a file appears under its name when it is closed") {
  const TempDir folder;
  const std::string path = folder / "out.txt";
  const auto out = Open(path);
  CHECK(out->Write("first ").has_value());
  CHECK(out->Write("second").has_value());
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(out->Close().has_value());
  CHECK(ReadFile(path) == "first second");
  CHECK(folder.entry_count() == 1);
}

TEST_CASE("a file that is not closed leaves nothing behind") {
  const TempDir folder;
  CHECK(Open(folder / "out.txt")->Write("half").has_value());
  CHECK(folder.entry_count() == 0);
}

TEST_CASE("an existing file keeps its content until the new one is closed") {
  const TempDir folder;
  const std::string path = folder / "out.txt";
  WriteFile(path, "old");
  CHECK(Open(path)->Write("half").has_value());
  CHECK(ReadFile(path) == "old");
  const auto out = Open(path);
  CHECK(out->Write("new").has_value());
  CHECK(ReadFile(path) == "old");
  CHECK(out->Close().has_value());
  CHECK(ReadFile(path) == "new");
  CHECK(folder.entry_count() == 1);
}

TEST_CASE("a file keeps its permissions and a new one follows the umask") {
  const TempDir folder;
  WriteFile(folder / "kept", "old");
  REQUIRE(chmod((folder / "kept").c_str(), 0640) == 0);
  CHECK(Open(folder / "kept")->Close().has_value());
  CHECK(Mode(folder / "kept") == 0640);
  const mode_t before = umask(027);
  CHECK(Open(folder / "made")->Close().has_value());
  umask(before);
  CHECK(Mode(folder / "made") == 0640);
}

TEST_CASE("writing to a link changes the file it points to") {
  const TempDir folder;
  WriteFile(folder / "target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  const auto out = Open(folder / "link");
  CHECK(out->Write("new").has_value());
  CHECK(out->Close().has_value());
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(ReadFile(folder / "target") == "new");
  CHECK(folder.entry_count() == 2);
}

TEST_CASE("a file in a missing folder is refused when it is opened") {
  const TempDir folder;
  const auto result = FileWriter::Open(folder / "missing/out.txt");
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kIo);
  CHECK(result.error().message ==
        (folder / "missing/out.txt") +
            ": cannot be written: No such file or directory");
}

TEST_CASE("a folder is refused as an output file") {
  const TempDir folder;
  const auto result = FileWriter::Open(folder.path());
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().message ==
        folder.path() + ": cannot be written: Is a directory");
  CHECK(folder.entry_count() == 0);
}

TEST_CASE("a special file is written directly") {
  const TempDir folder;
  const std::string path = folder / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = ReadFile(path); });
  const auto out = Open(path);
  CHECK(out->Write("through the pipe").has_value());
  CHECK(out->Close().has_value());
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(std::filesystem::is_fifo(path));
  CHECK(folder.entry_count() == 1);
}

TEST_CASE("a full device is an error that stays") {
  const auto out = Open("/dev/full");
  const Error error = ErrorOf(out->Write("too much"));
  CHECK(error.code == ErrorCode::kIo);
  CHECK(error.message ==
        "/dev/full: cannot be written: No space left on device");
  CHECK(ErrorOf(out->Write("more")).message == error.message);
  CHECK(ErrorOf(out->Close()).message == error.message);
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
  const Error error = ErrorOf(out.Write("nobody listens"));
  CHECK(error.code == ErrorCode::kClosedPipe);
  CHECK(error.message == "standard output: closed by its reader");
  CHECK(ErrorOf(out.Write("again")).code == ErrorCode::kClosedPipe);
  close(ends[1]);
  std::signal(SIGPIPE, before);
}

TEST_CASE("an empty write reports an earlier failure and else nothing") {
  DescriptorWriter closed(-1, "nowhere");
  CHECK(closed.Write("").has_value());
  CHECK(ErrorOf(closed.Write("x")).code == ErrorCode::kIo);
  CHECK(ErrorOf(closed.Write("")).code == ErrorCode::kIo);
}

}  // namespace tfprof
