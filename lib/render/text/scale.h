// SPDX-License-Identifier: Apache-2.0
// Numbers of a column in one unit, with three significant digits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/table.h"

namespace tfprof {

struct Scale {
  double one = 1;         // the unit, in that of the raw values
  std::string_view unit;  // "ms", "KB", "%"; of counts a prefix such as "M"
  bool is_whole = false;  // every value is whole and shown as it is
  int most_decimals = 3;
};

// The unit in which `most`, the largest magnitude of a column, has one to three
// digits before the point. `all_whole`: no value has a fraction.
Scale ScaleOf(CellUnit unit, double most, bool all_whole);

// "self ms", "requested MB", "M float ops", "share %".
std::string TitleIn(const Scale& scale, const Column& column);

// "81.0", "0.312", "<0.001" for what is less but not nothing.
std::string NumberIn(const Scale& scale, double value);

// Whether it is less than that can show, and not nothing.
bool IsTiny(const Scale& scale, double value);

// How many decimals other numbers have.
size_t DecimalsIn(const Scale& scale, double value);

// A number on its own: "81.0 ms", "6.3 MB", "1.2 G".
std::string QuantityText(double value, CellUnit unit);

}  // namespace tfprof
