// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The names in a folder, in natural order, without hidden files.
struct Listing {
  std::vector<std::string> files;  // regular files, or links to them
  std::vector<std::string> folders;
  std::vector<std::string> others;  // pipes, or dangling links
};

// Fails (kNotFound) if the folder cannot be listed.
Result<Listing> ListFolder(const std::string& folder);

// The first file with this suffix in the folder of `path`; empty if there is
// none.
std::string FindBeside(const std::string& path, std::string_view suffix);

}  // namespace tfprof
