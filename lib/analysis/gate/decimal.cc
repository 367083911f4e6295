// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/decimal.h"

#include <cmath>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

__extension__ using Wide = __int128;

constexpr int64_t kQuarters = 4;

int64_t PowerOfTen(int places) {
  int64_t power = 1;
  while (places-- > 0) power *= 10;
  return power;
}

// The number of quarters in `value`, if it is whole and fits.
std::optional<Wide> QuartersOf(double value) {
  const double quarters = value * kQuarters;
  if (!(std::abs(quarters) < 0x1p62) || quarters != std::round(quarters)) {
    return std::nullopt;
  }
  return static_cast<Wide>(static_cast<int64_t>(quarters));
}

}  // namespace

std::optional<Decimal> Decimal::Parse(std::string_view text) {
  const size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  Decimal decimal;
  if (point != std::string_view::npos) {
    const std::string_view behind = text.substr(point + 1);
    if (!IsNumber(behind)) return std::nullopt;
    digits += behind;
    decimal.places = static_cast<int>(behind.size());
  }
  constexpr int kMostPlaces = 12;
  const auto parsed = ParseInt64(digits);
  if (!parsed || decimal.places > kMostPlaces) return std::nullopt;
  decimal.digits = *parsed;
  return decimal;
}

double Decimal::Value() const {
  return static_cast<double>(digits) / static_cast<double>(PowerOfTen(places));
}

std::string Decimal::Text() const {
  if (places == 0) return fmt::format("{}", digits);
  return fmt::format("{:.{}f}", Value(), places);
}

bool IsOver(double value, const Decimal& limit) {
  const auto quarters = QuartersOf(value);
  if (!quarters) return value > limit.Value();
  return *quarters * PowerOfTen(limit.places) > Wide{limit.digits} * kQuarters;
}

bool IsOverIncrease(double value, double base, const Decimal& percent) {
  const auto now = QuartersOf(value);
  const auto then = QuartersOf(base);
  if (!now || !then || percent.places > 9) {
    return value > base * (1 + percent.Value() / 100);
  }
  const Wide whole = Wide{100} * PowerOfTen(percent.places);
  return *now * whole > *then * (whole + percent.digits);
}

}  // namespace tfprof
