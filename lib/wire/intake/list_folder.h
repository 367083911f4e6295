// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// Names in a folder, in natural order, without hidden ones.
struct Listing {
  std::vector<std::string> files;  // regular ones, or links to such
  std::vector<std::string> folders;
  std::vector<std::string> others;  // pipes, or links that lead nowhere
};

// Fails (kNotFound) if the folder cannot be listed.
Result<Listing> ListFolder(const std::string& folder);

// The path of the first file in the folder of `path` whose name has this
// suffix; empty if there is none.
std::string FindBeside(const std::string& path, std::string_view suffix);

}  // namespace tfprof
