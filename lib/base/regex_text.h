// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Texts of ASCII characters, in small letters, of which every match of an RE2
// pattern has at least one in it, once it is in small letters, too: "k_1/" of
// ".*K_1/[ab]*", "a_1" and "b_1" of "(a|b)_1.*". As few and as long ones as are
// known; none where a match may have none.
std::vector<std::string> NeededTexts(const std::string& pattern);

// A text with small letters of ASCII in place of large ones, and of the two
// signs that a pattern's `k` and `s` match where large letters are small ones:
// the sign of Kelvin and the long s.
std::string InSmallLetters(std::string_view text);

}  // namespace tfprof
