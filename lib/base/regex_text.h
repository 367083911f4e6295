// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tfprof {

// Texts of ASCII characters, in small letters, of which every match of an RE2
// pattern has at least one in it, large letters taken as small ones: "k_1/" of
// ".*K_1/[ab]*", "a_1" and "b_1" of "(a|b)_1.*". As few and as long ones as are
// known; none where a match may have none.
std::vector<std::string> NeededTexts(const std::string& pattern);

}  // namespace tfprof
