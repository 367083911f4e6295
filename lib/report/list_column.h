// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tfprof {

// The end of the title of a column that lists whole numbers: "1, 3, 5". JSON
// writes them as an array, and keys do not show the mark.
inline constexpr std::string_view kListMark = "\u2026";

inline bool ListsNumbers(std::string_view title) {
  return title.ends_with(kListMark);
}

}  // namespace tfprof
