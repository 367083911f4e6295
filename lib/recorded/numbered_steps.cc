// SPDX-License-Identifier: Apache-2.0
#include "recorded/numbered_steps.h"

#include <algorithm>

namespace tfprof {

namespace {

using Which = StepSelection::Which;

// The name that `asked` is about; nothing for all names.
std::optional<std::string> NameOfSeries(
    const Capture& capture, const std::optional<StepSelection>& asked) {
  if (!asked) return capture.default_name;
  if (asked->which == Which::kAll) {
    if (capture.names.size() > 1) return std::nullopt;
    return capture.default_name;
  }
  if (asked->which != Which::kNamed) return capture.default_name;
  const auto choice = capture.Choose(*asked);
  // A name that no step has is refused where steps are chosen.
  return choice ? choice->name : capture.default_name;
}

}  // namespace

std::vector<int64_t> NumberedSteps::Numbers() const {
  std::vector<int64_t> numbers;
  for (const auto& [number, row] : steps) numbers.push_back(number);
  return numbers;
}

uint32_t NumberedSteps::RowOf(int64_t number) const {
  const auto found =
      std::lower_bound(steps.begin(), steps.end(), std::pair(number, 0u));
  const bool is_there = found != steps.end() && found->first == number;
  return is_there ? found->second : kNoRow;
}

std::vector<int64_t> NumberedSteps::NumbersOf(
    std::vector<uint32_t> rows) const {
  std::vector<int64_t> numbers;
  std::sort(rows.begin(), rows.end());
  for (const auto& [number, row] : steps) {
    if (std::binary_search(rows.begin(), rows.end(), row)) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

NumberedSteps SeriesFor(const Capture& capture,
                        const std::optional<StepSelection>& asked) {
  NumberedSteps series;
  series.is_whole = capture.is_whole ||
                    std::all_of(capture.processes.begin(),
                                capture.processes.end(), [](const auto& of) {
                                  return of.steps.steps_are == StepsAre::kWhole;
                                });
  const std::optional<std::string> name = NameOfSeries(capture, asked);
  series.has_several_names = !name;
  series.name = name.value_or("");
  for (uint32_t row = 0; row < capture.steps.size(); ++row) {
    const StepOfAll& step = capture.steps[row];
    if (name && step.name != *name) continue;
    series.steps.emplace_back(name ? step.number : row, row);
  }
  std::sort(series.steps.begin(), series.steps.end());
  return series;
}

}  // namespace tfprof
