// SPDX-License-Identifier: Apache-2.0
#include "model/own_files.h"

#include <algorithm>

#include "base/glob.h"
#include "base/strings.h"

namespace tfprof {

bool OwnFiles::Match(std::string_view path) const {
  if (globs.empty()) return false;
  const std::string whole(path), last(AfterLastSlash(path));
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return MatchesGlob(glob, whole) || MatchesGlob(glob, last);
  });
}

}  // namespace tfprof
