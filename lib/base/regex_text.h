// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Lower-case ASCII texts of which every match of an RE2 pattern contains at
// least one, after conversion to lower case: "k_1/" for ".*K_1/[ab]*", "a_1"
// and "b_1" for "(a|b)_1.*". The texts
// are as few and as long as possible; empty if a match may contain none.
std::vector<std::string> NeededTexts(const std::string& pattern);

// A text in lower case, for ASCII letters and for the two other characters that
// `k` and `s` match case-insensitively: the Kelvin sign and the long s.
std::string InSmallLetters(std::string_view text);

}  // namespace tfprof
