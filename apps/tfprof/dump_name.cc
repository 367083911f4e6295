// SPDX-License-Identifier: Apache-2.0
#include "dump_name.h"

#include <filesystem>
#include <system_error>

namespace tfprof {

namespace fs = std::filesystem;

std::string NameOfDump(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  const fs::path last = normal.has_filename() ? normal.filename()
                                              : normal.parent_path().filename();
  if (!last.empty() && last != "." && last != "..") return last.string();
  std::error_code unknown;
  return fs::weakly_canonical(path, unknown).filename().string();
}

}  // namespace tfprof
