// SPDX-License-Identifier: Apache-2.0
#include "render/text/scale.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace tfprof {

namespace {

struct UnitStep {
  double one;
  std::string_view unit;
};

constexpr std::array<UnitStep, 3> kTimes = {
    {{1, "us"}, {1e3, "ms"}, {1e6, "s"}}};
constexpr std::array<UnitStep, 4> kNanoTimes = {
    {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}}};
constexpr std::array<UnitStep, 5> kSizes = {
    {{1, "B"}, {1e3, "KB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
// Counts below a million are shown in full.
constexpr std::array<UnitStep, 4> kCounts = {
    {{1, ""}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}}};

std::span<const UnitStep> StepsOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return kTimes;
    case Unit::kNanos:
      return kNanoTimes;
    case Unit::kBytes:
      return kSizes;
    case Unit::kCount:
      return kCounts;
    case Unit::kNone:
    case Unit::kShare:
    case Unit::kDepth:
      break;
  }
  return std::span(kCounts).first(1);
}

// The largest values that do not round up to a fourth digit.
constexpr double kLastOf[] = {99.95, 9.995, 0.9995};

}  // namespace

Scale ScaleOf(Unit unit, double most, bool all_whole) {
  if (unit == Unit::kShare) {
    return {.one = 0.01, .unit = "%", .most_decimals = 1};
  }
  Scale scale;
  for (const UnitStep& step : StepsOf(unit)) {
    if (step.one > 1 && most < step.one * 0.9995) break;
    scale = {.one = step.one, .unit = step.unit};
  }
  scale.is_whole = all_whole && scale.one == 1;
  return scale;
}

std::string TitleIn(const Scale& scale, const TableColumn& column) {
  std::string title = column.title;
  if (scale.unit.empty()) return title;
  if (column.unit == Unit::kCount && title.ends_with("/s")) {
    return fmt::format("{}{}", scale.unit, title);  // "GB/s"
  }
  if (column.unit == Unit::kCount) {
    return fmt::format("{} {}", scale.unit, title);
  }
  constexpr std::string_view kBytes = "bytes";
  if (column.unit == Unit::kBytes && title.ends_with(kBytes)) {
    title.replace(title.size() - kBytes.size(), kBytes.size(), scale.unit);
    return title;
  }
  return fmt::format("{} {}", title, scale.unit);
}

size_t DecimalsIn(const Scale& scale, double value) {
  if (scale.is_whole) return 0;
  const double magnitude = std::abs(value) / scale.one;
  if (magnitude == 0) return 0;
  if (scale.most_decimals == 1) return magnitude < 99.95 ? 1 : 0;
  size_t decimals = 0;
  for (const double last : kLastOf) decimals += magnitude < last ? 1 : 0;
  return decimals;
}

bool IsTiny(const Scale& scale, double value) {
  const double magnitude = std::abs(value) / scale.one;
  const double least = std::pow(10.0, -scale.most_decimals);
  return !scale.is_whole && magnitude > 0 && magnitude < least / 2;
}

std::string NumberIn(const Scale& scale, double value) {
  const double scaled = value / scale.one;
  if (IsTiny(scale, value)) {
    return fmt::format("{}{:.{}f}", scaled < 0 ? ">-" : "<",
                       std::pow(10.0, -scale.most_decimals),
                       scale.most_decimals);
  }
  return fmt::format("{:.{}f}", scaled, DecimalsIn(scale, value));
}

std::string ScaledText(double value, Unit unit) {
  const bool is_whole = value == std::round(value);
  const Scale scale = ScaleOf(unit, std::abs(value), is_whole);
  std::string text = NumberIn(scale, value);
  if (!scale.unit.empty()) text += fmt::format(" {}", scale.unit);
  return text;
}

}  // namespace tfprof
