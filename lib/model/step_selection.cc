// SPDX-License-Identifier: Apache-2.0
#include "model/step_selection.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

using Which = StepSelection::Which;

struct Word {
  std::string_view text;
  Which which;
};

constexpr Word kWords[] = {
    {"warm", Which::kWarm},     {"all", Which::kAll},
    {"first", Which::kFirst},   {"last", Which::kLast},
    {"median", Which::kMedian}, {"whole", Which::kWhole},
};

std::optional<int64_t> ParseNumber(std::string_view text) {
  const bool is_plain =
      !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  return is_plain ? ParseInt64(text) : std::nullopt;
}

std::optional<std::pair<int64_t, int64_t>> ParseRange(std::string_view text) {
  const size_t dash = text.find('-');
  const auto first = ParseNumber(text.substr(0, dash));
  const auto last =
      dash == text.npos ? first : ParseNumber(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

std::vector<int64_t> NumbersOf(const StepTable& table) {
  std::vector<int64_t> numbers;
  for (const StepTable::Step& step : table.steps) numbers.push_back(step.step);
  return numbers;
}

ChosenSteps WarmSteps(const StepTable& table) {
  if (table.series) {
    const std::string_view are =
        table.series->used_are == "warm" ? "warm" : "all";
    return {table.series->used, are, table.series->note};
  }
  ChosenSteps chosen{.are = "warm", .note = {}};
  bool is_first = table.steps.size() > 1;
  for (const StepTable::Step& step : table.steps) {
    if (!is_first && !step.has_compiled) chosen.numbers.push_back(step.step);
    is_first = false;
  }
  if (!chosen.numbers.empty() || table.steps.empty()) return chosen;
  return {NumbersOf(table), "all",
          "no step is warm: XLA compiled in each but the first, so all are "
          "used"};
}

Result<ChosenSteps> ListedSteps(const StepSelection& asked,
                                const StepTable& table) {
  const std::vector<int64_t> numbers = NumbersOf(table);
  ChosenSteps chosen{.are = "listed", .note = {}};
  for (const auto& [first, last] : asked.ranges) {
    const auto begin = std::lower_bound(numbers.begin(), numbers.end(), first);
    const auto end = std::upper_bound(begin, numbers.end(), last);
    if (begin == end) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--steps={}: no such step; the dump has {}",
                  first == last ? fmt::format("{}", first)
                                : fmt::format("{}-{}", first, last),
                  numbers.empty() ? "none" : WordsOfSteps(numbers));
    }
    chosen.numbers.insert(chosen.numbers.end(), begin, end);
  }
  std::sort(chosen.numbers.begin(), chosen.numbers.end());
  chosen.numbers.erase(
      std::unique(chosen.numbers.begin(), chosen.numbers.end()),
      chosen.numbers.end());
  return chosen;
}

// `flag` is the beginning of the message.
Failure NoChoice(std::string_view flag, std::string_view text) {
  std::vector<std::string_view> known;
  for (const Word& word : kWords) known.push_back(word.text);
  return Fail(ErrorCode::kInvalidArgument,
              "{}'{}' is not a choice of steps{}; known: {}, or numbers as in "
              "3, 3-7 and 2,5,9",
              flag, Printable(text), Suggestion(text, known),
              fmt::join(known, ", "));
}

bool BeginsLikeNumber(std::string_view text) {
  return text.empty() || text.find_first_of("0123456789-+,") == 0;
}

// `NAME` or `NAME:RANGE`, of recordings whose series has that name.
Result<ChosenSteps> NamedSteps(const StepSelection& asked,
                               const StepTable& table) {
  if (!table.series) return NoChoice("--steps: ", asked.name);
  const std::string& name = table.series->name;
  const std::string_view text = asked.name;
  if (text == name) return WarmSteps(table);
  const bool has_range = text.starts_with(name) && text[name.size()] == ':';
  if (!has_range) return NoChoice("--steps: ", asked.name);
  TFPROF_ASSIGN_OR_RETURN(const StepSelection range,
                          ParseStepSelection(text.substr(name.size() + 1)));
  if (range.which != Which::kListed) return NoChoice("--steps: ", asked.name);
  return ListedSteps(range, table);
}

}  // namespace

std::string_view WordOf(StepSelection::Which which) {
  for (const Word& word : kWords) {
    if (word.which == which) return word.text;
  }
  return "listed";
}

Result<StepSelection> ParseStepSelection(std::string_view text) {
  for (const Word& word : kWords) {
    if (word.text == text) return StepSelection{word.which, {}, {}};
  }
  if (!BeginsLikeNumber(text)) {
    return StepSelection{Which::kNamed, {}, std::string(text)};
  }
  StepSelection listed{Which::kListed, {}, {}};
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto range = ParseRange(text.substr(begin, end - begin));
    if (!range) return NoChoice("", text);
    listed.ranges.push_back(*range);
    begin = end + 1;
  }
  return listed;
}

bool ChosenSteps::Contains(int64_t step) const {
  return std::binary_search(numbers.begin(), numbers.end(), step);
}

std::optional<int64_t> MedianStep(const StepTable& table,
                                  const ChosenSteps& chosen) {
  std::vector<std::pair<int64_t, int64_t>> by_length;
  for (const StepTable::Step& step : table.steps) {
    if (!step.HasLength() || !chosen.Contains(step.step)) continue;
    by_length.emplace_back(step.LengthNs(), step.step);
  }
  if (by_length.empty()) return std::nullopt;
  std::sort(by_length.begin(), by_length.end());
  const int64_t median = by_length[(by_length.size() - 1) / 2].first;
  return std::lower_bound(by_length.begin(), by_length.end(),
                          std::pair(median, INT64_MIN))
      ->second;
}

Result<ChosenSteps> ChooseSteps(const StepSelection& asked,
                                const StepTable& table) {
  if (asked.which == Which::kListed) return ListedSteps(asked, table);
  if (asked.which == Which::kNamed) return NamedSteps(asked, table);
  if (table.steps.empty()) return ChosenSteps{{}, "all", {}};
  switch (asked.which) {
    case Which::kWarm:
      return WarmSteps(table);
    case Which::kFirst:
      return ChosenSteps{{table.steps.front().step}, "first", {}};
    case Which::kLast:
      return ChosenSteps{{table.steps.back().step}, "last", {}};
    case Which::kMedian:
      // No step has a length without start times.
      return ChosenSteps{{MedianStep(table, {NumbersOf(table), "all", {}})
                              .value_or(table.steps.front().step)},
                         "median",
                         {}};
    case Which::kWhole:
      if (table.is_whole) return ChosenSteps{NumbersOf(table), "whole", {}};
      return Fail(ErrorCode::kInvalidArgument,
                  "--steps=whole is for an XSpace, whose file is one step; "
                  "this dump has {}",
                  WordsOfSteps(NumbersOf(table)));
    case Which::kAll:
    case Which::kListed:
    case Which::kNamed:
      break;
  }
  return ChosenSteps{NumbersOf(table), "all", {}};
}

StepSelection ListOf(const ChosenSteps& chosen) {
  StepSelection listed{Which::kListed, {}, {}};
  for (const int64_t number : chosen.numbers) {
    listed.ranges.emplace_back(number, number);
  }
  return listed;
}

std::vector<std::string> NotesOf(const ChosenSteps& chosen) {
  if (chosen.numbers.empty()) return {"there are no steps"};
  std::vector<std::string> notes = {
      fmt::format("numbers are {} {} ({})",
                  chosen.numbers.size() == 1 ? "of" : "means over",
                  WordsOfSteps(chosen.numbers), chosen.are)};
  if (!chosen.note.empty()) notes.push_back(chosen.note);
  return notes;
}

std::string WordsOfSteps(const std::vector<int64_t>& numbers) {
  constexpr size_t kMostPieces = 8;
  std::string words = numbers.size() == 1 ? "step " : "steps ";
  size_t pieces = 0;
  for (size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    if (pieces++ == kMostPieces) {
      return words + fmt::format(" and {} more", numbers.size() - begin);
    }
    while (end < numbers.size() &&
           numbers[end] ==
               WrapAdd(numbers[begin], static_cast<int64_t>(end - begin))) {
      ++end;
    }
    words += fmt::format("{}{}", begin == 0 ? "" : ", ", numbers[begin]);
    if (end - begin > 1) words += fmt::format("-{}", numbers[end - 1]);
  }
  return words;
}

}  // namespace tfprof
