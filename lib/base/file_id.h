// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace tfprof {

// Identifies a file, under whatever name.
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

// Files that have been read and must not be overwritten, under any name. May be
// called from any thread.
void RememberRead(const FileId& file);
bool WasRead(const FileId& file);
void ForgetRead();

}  // namespace tfprof
