// SPDX-License-Identifier: Apache-2.0
#include "base/file_id.h"

#include <sys/stat.h>

namespace tfprof {

namespace {

std::optional<FileId> IdIn(const struct stat& info) {
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  return FileId{info.st_dev, info.st_ino};
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

}  // namespace tfprof
