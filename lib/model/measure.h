// SPDX-License-Identifier: Apache-2.0
// The measures: what can be added up over graph nodes. One row of the table
// below is the only place that names one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/quantity.h"

namespace tfprof {

enum class Measure : uint8_t {
  kRequestedBytes,
  kPeakBytes,
  kResidualBytes,
  kOutputBytes,
  kMicros,
  kAcceleratorMicros,
  kCpuMicros,
  kParameters,
  kFloatOps,
  kRunCount,
  kDefinitionCount,
};

inline constexpr size_t kMeasureCount = 11;

// The first so many have a select word, an order key and a minimum of their
// own; the counts behind them share the word "occurrence".
inline constexpr size_t kSelectableMeasures = 9;

struct MeasureInfo {
  Measure id;
  Unit unit;
  std::string_view word;        // select word and order key
  std::string_view min_option;  // hides rows below its value
  std::string_view legend;      // column heading
  std::string_view doc;         // line of the report's documentation
  std::string_view key;         // in JSON and CSV, with its unit
  // Limits of scope and graph look at the row's own value, not at its total.
  bool limit_on_self = false;
};

// In the order of the enum.
std::span<const MeasureInfo> Measures();

inline const MeasureInfo& InfoOf(Measure measure) {
  return Measures()[static_cast<size_t>(measure)];
}

constexpr size_t IndexOf(Measure measure) {
  return static_cast<size_t>(measure);
}

}  // namespace tfprof
