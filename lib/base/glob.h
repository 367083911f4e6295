// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// True if the glob of fnmatch(3) matches all of `text`; '*' also matches '/'.
bool MatchesGlob(const std::string& glob, const std::string& text);

}  // namespace tfprof
