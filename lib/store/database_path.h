// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace tfprof {

// The file that a path resolves to: SQLite keeps its -wal, -shm and -journal
// beside that file, not beside a link to it.
inline std::string DatabasePath(const std::string& path) {
  std::error_code unknown;
  const std::string file = std::filesystem::weakly_canonical(path, unknown);
  return unknown ? path : file;
}

}  // namespace tfprof
