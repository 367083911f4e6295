// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "recorded/capture.h"

namespace tfprof {

namespace {

using Which = StepSelection::Which;

std::vector<std::string_view> KnownNames(const Capture& capture) {
  std::vector<std::string_view> names;
  for (const StepNameRow& row : capture.names) names.push_back(row.name);
  return names;
}

std::vector<uint32_t> RowsOfName(const Capture& capture,
                                 std::string_view name) {
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < capture.steps.size(); ++row) {
    if (capture.steps[row].name == name) rows.push_back(row);
  }
  return rows;
}

// The lower of two in the middle; the earlier of equals.
uint32_t MedianOf(const Capture& capture, const std::vector<uint32_t>& rows) {
  std::vector<std::pair<int64_t, uint32_t>> by_length;
  for (const uint32_t row : rows) {
    by_length.emplace_back(capture.steps[row].length_ps, row);
  }
  std::sort(by_length.begin(), by_length.end());
  const int64_t median = by_length[(by_length.size() - 1) / 2].first;
  return std::lower_bound(by_length.begin(), by_length.end(),
                          std::pair(median, uint32_t{0}))
      ->second;
}

// The steps of a name whose numbers are in the ranges.
Result<CaptureChoice> Listed(const Capture& capture, std::string_view name,
                             const StepSelection& asked) {
  const std::vector<uint32_t> rows = RowsOfName(capture, name);
  CaptureChoice choice{{}, std::string(name), "listed", {}};
  std::vector<bool> is_taken(rows.size());
  for (const auto& [first, last] : asked.ranges) {
    bool has_any = false;
    for (size_t i = 0; i < rows.size(); ++i) {
      const int64_t number = capture.steps[rows[i]].number;
      if (number < first || number > last) continue;
      has_any = true;
      is_taken[i] = true;
    }
    if (has_any) continue;
    std::vector<int64_t> numbers;
    for (const uint32_t row : rows) {
      numbers.push_back(capture.steps[row].number);
    }
    std::sort(numbers.begin(), numbers.end());
    return Fail(ErrorCode::kInvalidArgument,
                "--steps={}: no such step{}; the dump has {}",
                first == last ? fmt::format("{}", first)
                              : fmt::format("{}-{}", first, last),
                capture.names.size() > 1
                    ? fmt::format(" of '{}'", Printable(name))
                    : "",
                numbers.empty() ? "none" : WordsOfSteps(numbers));
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    if (is_taken[i]) choice.steps.push_back(rows[i]);
  }
  return choice;
}

// `NAME` or `NAME:RANGE`. A name may have a colon itself, so the whole text is
// looked for first.
Result<CaptureChoice> OfName(const Capture& capture,
                             const StepSelection& asked) {
  const std::string_view text = asked.name;
  const std::vector<std::string_view> known = KnownNames(capture);
  const auto is_known = [&](std::string_view name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (is_known(text)) {
    return CaptureChoice{
        capture.UsedSteps(text), std::string(text), "warm", {}};
  }
  const size_t colon = text.rfind(':');
  if (colon != text.npos && is_known(text.substr(0, colon))) {
    TFPROF_ASSIGN_OR_RETURN(const StepSelection range,
                            ParseStepSelection(text.substr(colon + 1)));
    if (range.which == Which::kListed) {
      return Listed(capture, text.substr(0, colon), range);
    }
  }
  std::vector<std::string> shown;
  for (const std::string_view name : known) shown.push_back(Printable(name));
  return Fail(ErrorCode::kInvalidArgument,
              "--steps={}: no steps have that name{}; names of steps: {}",
              Printable(text), Suggestion(text, known), fmt::join(shown, ", "));
}

}  // namespace

Result<CaptureChoice> Capture::Choose(const StepSelection& asked) const {
  if (asked.which == Which::kNamed) return OfName(*this, asked);
  if (asked.which == Which::kListed) {
    return Listed(*this, default_name, asked);
  }
  CaptureChoice choice{{}, default_name, WordOf(asked.which), {}};
  if (steps.empty()) return CaptureChoice{};
  std::vector<uint32_t> series = RowsOfName(*this, default_name);
  switch (asked.which) {
    case Which::kWarm: {
      choice.steps = UsedSteps(default_name);
      const bool is_warm = std::none_of(
          choice.steps.begin(), choice.steps.end(), [&](uint32_t row) {
            return row == series.front() || steps[row].has_compiled;
          });
      if (is_warm || is_whole) break;
      choice.are = "all";
      if (series.size() > 1) {
        choice.note =
            "no step is warm: XLA compiled in each but the first, or not all "
            "processes have it, so all are taken";
      }
      break;
    }
    case Which::kFirst:
      choice.steps = {series.front()};
      break;
    case Which::kLast:
      choice.steps = {series.back()};
      break;
    case Which::kMedian:
      choice.steps = {MedianOf(*this, series)};
      break;
    default:
      if (names.size() > 1) choice.name.clear();
      choice.are = is_whole ? "whole" : "all";
      for (uint32_t row = 0; row < steps.size(); ++row) {
        choice.steps.push_back(row);
      }
      break;
  }
  return choice;
}

std::vector<bool> ChosenStepsOf(const Capture& capture, uint32_t process,
                                const std::vector<uint32_t>& steps) {
  std::vector<bool> is_chosen(capture.processes[process].steps.steps.size());
  for (const uint32_t row : steps) {
    const uint32_t step = capture.steps[row].step_of[process];
    if (step != kNoRow) is_chosen[step] = true;
  }
  return is_chosen;
}

}  // namespace tfprof
