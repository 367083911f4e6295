// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// The longest text of ASCII characters, in small letters, that is known to be
// in every match of an RE2 pattern, large letters taken as small ones: "k_1/"
// of ".*K_1/[ab]*". Empty where none is known, as of one thing or another.
std::string NeededText(const std::string& pattern);

}  // namespace tfprof
