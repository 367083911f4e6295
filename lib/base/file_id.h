// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace tfprof {

// Which file something is, under whatever name.
struct FileId {
  uint64_t device = 0;
  uint64_t inode = 0;

  auto operator<=>(const FileId&) const = default;
};

// Of a regular file, behind links; nothing of whatever else is there.
std::optional<FileId> FileIdOf(const std::string& path);
std::optional<FileId> FileIdOf(int descriptor);

// Of what can be read only once: standard input ("-"), a pipe, a FIFO, a
// device. Nothing of a file, a folder, or where there is nothing.
std::optional<FileId> StreamIdOf(const std::string& path);

// Files that have been read, so that none of them is written to, whatever it
// was called and however it was found. From any thread.
void RememberRead(const FileId& file);
bool WasRead(const FileId& file);
void ForgetRead();

}  // namespace tfprof
