// SPDX-License-Identifier: Apache-2.0
#include "base/file_writer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file_id.h"
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

TEST_CASE("what was read is not replaced, whatever it is called") {
  const TempDir folder;
  WriteFile(folder / "in", "input");
  std::filesystem::create_symlink(folder / "in", folder / "link");
  std::filesystem::create_hard_link(folder / "in", folder / "twin");
  REQUIRE(Bytes::Open(folder / "in", {}));
  for (const char* name : {"in", "link", "twin"}) {
    const auto out = Open(folder / name);
    CHECK(out->Write("output").has_value());
    CHECK(ErrorOf(out->Close()).code == ErrorCode::kInvalidArgument);
  }
  CHECK(ReadFile(folder / "in") == "input");
  CHECK(folder.entry_count() == 3);
  ForgetRead();
  CHECK(Open(folder / "in")->Close().has_value());
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

TEST_CASE("a file that is replaced stays whose it was") {
  if (geteuid() != 0) return;  // nobody else may give files away
  const TempDir folder;
  WriteFile(folder / "kept", "old");
  REQUIRE(chown((folder / "kept").c_str(), 1000, 1001) == 0);
  REQUIRE(chmod((folder / "kept").c_str(), 0640) == 0);
  CHECK(Open(folder / "kept")->Close().has_value());
  struct stat info {};

  REQUIRE(stat((folder / "kept").c_str(), &info) == 0);
  CHECK(info.st_uid == 1000);
  CHECK(info.st_gid == 1001);
  CHECK((info.st_mode & 0777) == 0640);
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

TEST_CASE("a link that leads nowhere is refused and stays") {
  const TempDir folder;
  std::filesystem::create_symlink("nowhere", folder / "link");
  const auto result = FileWriter::Open(folder / "link");
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kIo);
  CHECK(result.error().message.starts_with(
      (folder / "link") + ": cannot be written: it is a dangling link"));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.entry_count() == 1);
}

TEST_CASE("a name may be as long as the file system allows") {
  const TempDir folder;
  const std::string longest(255, 'n');
  for (int i = 0; i < 2; ++i) {
    const auto out = Open(folder / longest);
    CHECK(out->Write("all of it").has_value());
    CHECK(out->Close().has_value());
    CHECK(ReadFile(folder / longest) == "all of it");
  }
  CHECK(folder.entry_count() == 1);
  const auto result = FileWriter::Open(folder / (longest + "n"));
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().message.ends_with("File name too long"));
}

TEST_CASE("a file that appears meanwhile is replaced") {
  const TempDir folder;
  const auto out = Open(folder / "out");
  CHECK(out->Write("ours").has_value());
  WriteFile(folder / "out", "theirs");
  CHECK(out->Close().has_value());
  CHECK(ReadFile(folder / "out") == "ours");
  CHECK(folder.entry_count() == 1);
}

TEST_CASE("the folder of a file may be another one than the current") {
  const TempDir folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto out = Open("out");
  std::filesystem::current_path(before);
  CHECK(out->Close().has_value());
  CHECK(std::filesystem::exists(folder / "out"));
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


}  // namespace tfprof
