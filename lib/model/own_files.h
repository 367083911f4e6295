// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// The source files that the user declares to be the program's own, beside those
// that are no library's.
struct OwnFiles {
  bool are_all = false;            // --code=all: frames of libraries, too
  std::vector<std::string> globs;  // --own, as of fnmatch(3)

  // True if the path or its last name matches a glob.
  bool Match(std::string_view path) const;
};

}  // namespace tfprof
