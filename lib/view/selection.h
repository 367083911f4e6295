// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex_set.h"
#include "model/measure.h"
#include "model/profile.h"
#include "model/step_selection.h"
#include "view/view_options.h"

namespace tfprof {

// A textual detail of a row, besides its measures.
enum class Detail : uint8_t {
  kDevice,
  kOpTypes,
  kOccurrence,
  kInputShapes,
  kTensorValue,
};

inline constexpr size_t kDetailCount =
    static_cast<size_t>(Detail::kTensorValue) + 1;

struct DetailInfo {
  Detail id;
  std::string_view word;    // select word
  std::string_view legend;  // column heading; may be empty
  std::string_view doc;     // line of the report's documentation
};

// In the order of the enum.
std::span<const DetailInfo> Details();

// The options of a view, validated and compiled once.
struct Selection {
  std::optional<int64_t> step;  // empty: the average
  // The steps whose mean is shown instead. Excludes `step`.
  std::optional<ChosenSteps> chosen;
  int32_t max_depth = 0;
  std::array<int64_t, kMeasureCount> minimum{};
  RegexSet account, start, trim, show, hide;
  std::optional<Measure> order_by;  // empty: by name
  bool order_by_occurrence = false;
  bool is_unordered = false;
  bool account_displayed_only = false;
  std::bitset<kMeasureCount> words;    // measures that select names
  std::bitset<kMeasureCount> columns;  // measures that are shown
  std::bitset<kDetailCount> details;

  bool Selects(Measure measure) const { return words[IndexOf(measure)]; }

  bool Shows(Measure measure) const { return columns[IndexOf(measure)]; }

  bool Selects(Detail detail) const {
    return details[static_cast<size_t>(detail)];
  }
};

// Fails with kInvalidArgument on an invalid pattern and on an unknown word,
// naming the nearest one.
Result<Selection> MakeSelection(const ViewOptions& options);

// Orders rows by the first word of `select` that can order rows.
void OrderByFirst(const std::vector<std::string>& select, Selection& selection);

// Fails with kInvalidArgument if `selection` and `steps` both choose steps.
Status CheckOneChoice(const Selection& selection,
                      const std::optional<StepSelection>& steps);

// Fails if the profile does not have the selected step.
Status CheckStep(const Selection& selection, const Profile& profile);

}  // namespace tfprof
