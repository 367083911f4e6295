// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/what_if.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr double kLeastFactor = 0.001;

std::optional<double> ParseFactor(std::string_view text) {
  double factor = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, factor);
  if (error != std::errc() || parsed != end || std::isnan(factor)) {
    return std::nullopt;
  }
  return factor;
}

// Parses "REGEX=K"; nothing if the text is not of this form.
std::optional<Speedup> ParseSpeedup(std::string_view text) {
  const size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  const auto factor = ParseFactor(text.substr(equals + 1));
  if (!factor) return std::nullopt;
  return Speedup{std::string(text.substr(0, equals)), *factor, {}};
}

// By task, whether its node, op type or device matches in full. Matches each
// text only once.
std::vector<bool> MatchesOf(const StepTasks& tasks, const RegexSet& regex) {
  enum class Known : uint8_t { kNot, kNo, kYes };
  const StringPool& strings = tasks.records->strings;
  std::vector<Known> answers(strings.size());
  const auto matches = [&](StringId text) {
    if (!text.valid()) return false;
    Known& known = answers[text.value];
    if (known == Known::kNot) {
      known = regex.Matches(strings[text]) ? Known::kYes : Known::kNo;
    }
    return known == Known::kYes;
  };
  std::vector<bool> result(tasks.size());
  for (size_t task = 0; task < tasks.size(); ++task) {
    result[task] = matches(tasks.NodeOf(task)) || matches(tasks.type[task]) ||
                   matches(tasks.records->devices[tasks.DeviceOf(task)].name);
  }
  return result;
}

// How many tasks have a name that contains a match of the pattern.
uint64_t CountFound(const StepTasks& tasks, const std::string& pattern) {
  const auto regex = RegexSet::Compile({".*(" + pattern + ").*"});
  if (!regex) return 0;
  const std::vector<bool> matches = MatchesOf(tasks, *regex);
  uint64_t count = 0;
  for (size_t task = 0; task < tasks.size(); ++task) {
    if (matches[task] && tasks.part[task] == 0) ++count;
  }
  return count;
}

// The duration of a task with `factor` times faster work. Overhead around an
// operation stays; one that launches kernels does not get faster itself.
int64_t Scaled(const StepTasks& tasks, size_t task, double factor) {
  const int64_t duration = tasks.Duration(task);
  if (tasks.has_work[task]) return duration;
  const int64_t work =
      tasks.kind[task] == TaskKind::kOperation
          ? std::max<int64_t>(
                0, std::min(tasks.OpEnd(task), tasks.end[task]) -
                       std::max(tasks.OpStart(task), tasks.start[task]))
          : duration;
  const double scaled = static_cast<double>(work) / factor;
  return duration - work + static_cast<int64_t>(scaled);
}

}  // namespace

Result<std::vector<Speedup>> ParseSpeedups(std::string_view text) {
  std::vector<Speedup> speedups;
  size_t begin = 0;  // of the current item
  size_t next = 0;   // where to search the next comma
  while (next < text.size()) {
    const size_t end = std::min(text.find(',', next), text.size());
    next = end + 1;
    auto speedup = ParseSpeedup(text.substr(begin, end - begin));
    if (!speedup) continue;
    if (speedup->factor < kLeastFactor) {
      return Fail(ErrorCode::kInvalidArgument,
                  "'{}': {:g} is less than {:g}; 2 stands for twice as fast",
                  Printable(text.substr(begin, end - begin)), speedup->factor,
                  kLeastFactor);
    }
    TFPROF_ASSIGN_OR_RETURN(speedup->regex,
                            RegexSet::Compile({speedup->pattern}));
    speedups.push_back(std::move(*speedup));
    begin = next;
  }
  if (begin < text.size() || speedups.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not REGEX=K; write MatMul=2 for twice as fast",
                Printable(text.substr(std::min(begin, text.size()))));
  }
  return speedups;
}

WhatIf AnswerOf(const StepTasks& tasks, const Waits& waits,
                const std::vector<bool>& matches, double factor,
                const Replays& unchanged, uint32_t threads) {
  WhatIf answer;
  answer.factor = factor;
  std::vector<int64_t> durations = DurationsOf(tasks);
  for (size_t task = 0; task < tasks.size(); ++task) {
    if (!matches[task]) continue;
    if (tasks.part[task] == 0) ++answer.matched;
    durations[task] = Scaled(tasks, task, factor);
  }
  answer.list_ns = ReplayList(tasks, waits, durations, threads);
  answer.fixed_ns = ReplayFixed(tasks, waits, durations);
  answer.shrink_list_ns = unchanged.list_ns - answer.list_ns;
  answer.shrink_ns = unchanged.fixed_ns - answer.fixed_ns;
  return answer;
}

WhatIf Answer(const Speedup& question, const StepTasks& tasks,
              const Waits& waits, const Replays& unchanged, uint32_t threads) {
  WhatIf answer = AnswerOf(tasks, waits, MatchesOf(tasks, question.regex),
                           question.factor, unchanged, threads);
  answer.pattern = question.pattern;
  if (answer.matched == 0) answer.found = CountFound(tasks, question.pattern);
  return answer;
}

}  // namespace tfprof
