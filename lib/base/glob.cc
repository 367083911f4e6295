// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include <fnmatch.h>

namespace tfprof {

bool MatchesGlob(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

}  // namespace tfprof
