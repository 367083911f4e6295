// SPDX-License-Identifier: Apache-2.0
#include "store/unlocked_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "base/read_error.h"
#include "store/database_path.h"

namespace tfprof {

namespace {

FileVersion VersionAt(const std::string& path) {
  struct stat info {};

  return stat(path.c_str(), &info) == 0 ? VersionOf(info) : FileVersion();
}

}  // namespace

Result<bool> HasLog(const std::string& database) {
  const std::string log = DatabasePath(database) + "-wal";
  std::error_code error;
  const auto size = std::filesystem::file_size(log, error);
  if (!error) return size > 0;
  if (error == std::errc::no_such_file_or_directory) return false;
  return Fail(ReadErrorOf(error.value()), "{}: cannot be read: {}", log,
              error.message());
}

bool MayOnlyRead(const std::string& path) {
  return access(path.c_str(), W_OK) != 0 && (errno == EACCES || errno == EROFS);
}

UnlockedFile::UnlockedFile(std::string path)
    : path_(std::move(path)), version_(VersionAt(path_)) {}

Status UnlockedFile::CheckUnchanged() const {
  TFPROF_ASSIGN_OR_RETURN(const bool has_log, HasLog(path_));
  if (!has_log && VersionAt(path_) == version_) return {};
  return Fail(ErrorCode::kIo,
              "{}: another process changed it while it was read; try again",
              path_);
}

}  // namespace tfprof
