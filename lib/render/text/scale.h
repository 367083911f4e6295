// SPDX-License-Identifier: Apache-2.0
// Numbers of a column in one unit, with three significant digits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/table.h"

namespace tfprof {

struct Scale {
  double one = 1;         // its size in raw units
  std::string_view unit;  // "ms", "KB", "%"; for counts a prefix: "M"
  bool is_whole = false;  // all values are integers, shown as they are
  int most_decimals = 3;
};

// The unit in which `most`, the column's largest absolute value, has one to
// three digits before the point. `all_whole`: all values are integers.
Scale ScaleOf(Unit unit, double most, bool all_whole);

// "self ms", "requested MB", "M float ops", "share %".
std::string TitleIn(const Scale& scale, const TableColumn& column);

// "81.0", "0.312", or "<0.001" for smaller values other than 0.
std::string NumberIn(const Scale& scale, double value);

// True if the value is too small to show, but not 0.
bool IsTiny(const Scale& scale, double value);

// The number of decimals that NumberIn uses for the value.
size_t DecimalsIn(const Scale& scale, double value);

// A number on its own: "81.0 ms", "6.3 MB", "1.2 G".
std::string ScaledText(double value, Unit unit);

}  // namespace tfprof
