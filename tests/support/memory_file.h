// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace tfprof {

// A file without a disk, for what takes paths.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content)
      : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (file_ < 0) throw std::runtime_error("no file in memory can be made");
    while (!content.empty()) {
      const ssize_t written = write(file_, content.data(), content.size());
      if (written < 0) throw std::runtime_error("memory is full");
      content.remove_prefix(static_cast<size_t>(written));
    }
  }

  ~MemoryFile() { close(file_); }

  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace tfprof
