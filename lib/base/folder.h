// SPDX-License-Identifier: Apache-2.0
// The contents of a folder. std::filesystem's iterator terminates the program
// if memory runs out while it advances; this function throws std::bad_alloc.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

struct FolderEntry {
  std::string name;
  bool is_file = false;    // a regular file, or a link to one
  bool is_folder = false;  // or a link to one
};

// Unsorted, including hidden names. Fails (kNotFound, kExhausted) if the folder
// cannot be listed.
Result<std::vector<FolderEntry>> EntriesIn(const std::string& folder);

}  // namespace tfprof
