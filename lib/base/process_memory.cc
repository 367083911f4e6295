// SPDX-License-Identifier: Apache-2.0
#include "base/process_memory.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fcntl.h>
#include <unistd.h>

namespace tfprof {

ProcessMemory LookAtProcess() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 256> text;
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  // In pages.
  enum Field { kAll, kResident, kOfFiles, kCode, kUnused, kData, kFields };

  std::array<uint64_t, kFields> pages{};
  const char* at = text.data();
  const char* const end = at + std::max<ssize_t>(size, 0);
  for (uint64_t& number : pages) {
    while (at != end && *at == ' ') ++at;
    at = std::from_chars(at, end, number).ptr;
  }
  static const auto kPageBytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t of_files = std::min(pages[kResident], pages[kOfFiles]);
  return {.anonymous = (pages[kResident] - of_files) * kPageBytes,
          .data = pages[kData] * kPageBytes};
}

}  // namespace tfprof
