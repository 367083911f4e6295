// SPDX-License-Identifier: Apache-2.0
#include "base/stream_id.h"

#include <sys/stat.h>
#include <unistd.h>

namespace tfprof {

std::optional<StreamId> StreamIdOf(const std::string& path) {
  struct stat info {};

  const bool is_stdin = path == "-";
  const int failed =
      is_stdin ? fstat(STDIN_FILENO, &info) : stat(path.c_str(), &info);
  if (failed != 0 && !is_stdin) return std::nullopt;
  if (!is_stdin && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))) {
    return std::nullopt;
  }
  return StreamId{info.st_dev, info.st_ino};
}

}  // namespace tfprof
