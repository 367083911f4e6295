// SPDX-License-Identifier: Apache-2.0
// Limits as they were written: 1.15 times 100 is 115, not a hair less.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfprof {

// digits / 10^places.
struct Decimal {
  int64_t digits = 0;
  int places = 0;

  // "5", "-0.25"; nothing of what is no such number or has more than 18 digits.
  static std::optional<Decimal> Parse(std::string_view text);

  double Value() const;
  std::string Text() const;
};

// Whether value > limit, and whether value > base * (1 + percent / 100). Values
// are medians of whole numbers: multiples of a quarter.
bool IsOver(double value, const Decimal& limit);
bool IsOverIncrease(double value, double base, const Decimal& percent);

}  // namespace tfprof
