// SPDX-License-Identifier: Apache-2.0
#include "base/file_id.h"

#include <map>
#include <mutex>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

namespace tfprof {

namespace {

std::optional<FileId> IdIn(const struct stat& info) {
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  return FileId{info.st_dev, info.st_ino};
}

struct FilesRead {
  std::mutex mutex;
  std::set<FileId> files;
  bool is_answer_made = false;
  std::map<std::string, FileVersion> versions;  // by path
};

FilesRead& AllRead() {
  static FilesRead read;
  return read;
}

}  // namespace

std::optional<FileId> FileIdOf(const std::string& path) {
  struct stat info {};

  return stat(path.c_str(), &info) == 0 ? IdIn(info) : std::nullopt;
}

std::optional<FileId> FileIdOf(int descriptor) {
  struct stat info {};

  return fstat(descriptor, &info) == 0 ? IdIn(info) : std::nullopt;
}

std::optional<FileId> StreamIdOf(const std::string& path) {
  struct stat info {};

  const bool is_stdin = path == "-";
  const int failed =
      is_stdin ? fstat(STDIN_FILENO, &info) : stat(path.c_str(), &info);
  if (failed != 0 && !is_stdin) return std::nullopt;
  if (!is_stdin && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))) {
    return std::nullopt;
  }
  return FileId{info.st_dev, info.st_ino};
}

void RememberRead(const FileId& file) {
  const std::lock_guard lock(AllRead().mutex);
  AllRead().files.insert(file);
}

bool WasRead(const FileId& file) {
  const std::lock_guard lock(AllRead().mutex);
  return AllRead().files.contains(file);
}

void ForgetRead() {
  const std::lock_guard lock(AllRead().mutex);
  AllRead().files.clear();
}

FileVersion VersionOf(const struct stat& info) {
  return {{info.st_dev, info.st_ino},
          info.st_size,
          info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec};
}

ReadFiles::ReadFiles() {
  ForgetRead();
  const std::lock_guard lock(AllRead().mutex);
  AllRead().is_answer_made = true;
}

ReadFiles::~ReadFiles() {
  const std::lock_guard lock(AllRead().mutex);
  AllRead().is_answer_made = false;
  AllRead().versions.clear();
}

bool IsAsBefore(const std::string& path, const FileVersion& version) {
  const std::lock_guard lock(AllRead().mutex);
  if (!AllRead().is_answer_made) return true;
  return AllRead().versions.try_emplace(path, version).first->second == version;
}

}  // namespace tfprof
