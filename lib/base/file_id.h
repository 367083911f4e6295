// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

struct stat;

namespace tfprof {

// Identifies a file, independent of its name.
struct FileId {
  uint64_t device = 0;
  uint64_t inode = 0;

  auto operator<=>(const FileId&) const = default;
};

// The id of a regular file, links followed; nothing if it is not one.
std::optional<FileId> FileIdOf(const std::string& path);
std::optional<FileId> FileIdOf(int descriptor);

// The id of a stream, which can be read only once: standard input ("-"), a
// pipe, a FIFO, a device. Nothing for a file, a folder or a missing path.
std::optional<FileId> StreamIdOf(const std::string& path);

// Files that have been read and must not be overwritten, under any name.
// Thread-safe.
void RememberRead(const FileId& file);
bool WasRead(const FileId& file);
void ForgetRead();

// Detects that a file was written to, or that its name now belongs to another
// file.
struct FileVersion {
  FileId file;
  int64_t size = 0;
  int64_t changed_ns = 0;

  bool operator==(const FileVersion&) const = default;
};

FileVersion VersionOf(const struct stat& info);

// The scope of one answer: it starts without remembered files, and a path has
// to lead to the same version of a file each time.
class ReadFiles {
 public:
  ReadFiles();
  ~ReadFiles();
  ReadFiles(const ReadFiles&) = delete;
  ReadFiles& operator=(const ReadFiles&) = delete;
};

// True if an opened path is the same version as before. Always true outside of
// an answer.
bool IsAsBefore(const std::string& path, const FileVersion& version);

}  // namespace tfprof
