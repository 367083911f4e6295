// SPDX-License-Identifier: Apache-2.0
// Exact decimal limits: 1.15 times 100 is 115, without rounding errors.
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

  // "5", "-0.25"; nothing for other texts or more than 18 digits.
  static std::optional<Decimal> Parse(std::string_view text);

  double Value() const;
  std::string Text() const;
};

// True if value > limit, or if value > base * (1 + percent / 100).
// REQUIRES: values are multiples of a quarter, as medians of integers are.
bool IsOver(double value, const Decimal& limit);
bool IsOverIncrease(double value, double base, const Decimal& percent);

}  // namespace tfprof
