// SPDX-License-Identifier: Apache-2.0
// The measures: values that are added up over graph nodes. Every table of
// measures has a row for each, checked at compile time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/unit.h"

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
  // These two share the select word and the order key "occurrence".
  kRunCount,
  kDefinitionCount,
};

constexpr size_t IndexOf(Measure measure) {
  return static_cast<size_t>(measure);
}

inline constexpr size_t kMeasureCount = IndexOf(Measure::kDefinitionCount) + 1;

// The first measures, which have a select word and an order key of their own.
inline constexpr size_t kSelectableMeasures = IndexOf(Measure::kFloatOps) + 1;

struct MeasureInfo {
  Measure id;
  Unit unit;
  std::string_view word;         // select word and order key
  std::string_view also_called;  // names in other tools, separated by blanks
  std::string_view min_option;   // hides rows below its value
  std::string_view min_help;     // help text of min_option
  std::string_view legend;       // column heading
  std::string_view label;        // label of a choice on a page
  std::string_view doc;          // line of the report's documentation
  std::string_view key;          // in JSON and CSV, with its unit
  std::string_view title;        // of a column in tables, which adds the unit
  // Limits in scope and graph apply to the row's own value, not to its total.
  bool limit_on_self = false;
  // Trees in text show its column before the others.
  bool leads_in_trees = false;
};

// In the order of the enum.
std::span<const MeasureInfo> Measures();

inline std::span<const MeasureInfo> SelectableMeasures() {
  return Measures().first(kSelectableMeasures);
}

inline const MeasureInfo& InfoOf(Measure measure) {
  return Measures()[IndexOf(measure)];
}

}  // namespace tfprof
