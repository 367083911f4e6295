// SPDX-License-Identifier: Apache-2.0
// What is in a folder. std::filesystem's iterator ends the program when there
// is no memory for its next step; this one throws std::bad_alloc.
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

// In no order, hidden ones too. Fails (kNotFound, kExhausted) if it cannot be
// listed.
Result<std::vector<FolderEntry>> EntriesIn(const std::string& folder);

}  // namespace tfprof
