// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <stdlib.h>

#include "base/file_id.h"

namespace tfprof {

// A folder of its own for a test, removed with everything in it at the end.
class TempDir {
 public:
  TempDir()
      : path_((std::filesystem::temp_directory_path() / "tfprof-test-XXXXXX")
                  .string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::runtime_error(path_ + ": cannot be made");
    }
    // New files may get the inodes of files that were read and removed.
    ForgetRead();
  }

  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }

  // The path of a file or folder inside.
  std::string operator/(std::string_view name) const {
    return path_ + "/" + std::string(name);
  }

  // How many files and folders are inside, not counting deeper ones.
  size_t entry_count() const {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      count += !entry.path().empty();
    }
    return count;
  }

 private:
  std::string path_;
};

}  // namespace tfprof
