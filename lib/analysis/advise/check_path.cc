// SPDX-License-Identifier: Apache-2.0
// The critical path of a step, and the savings on it.
#include <algorithm>

#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "analysis/path/path_of_dump.h"
#include "analysis/waiting/recorded_path.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

// Rows checked per PathKey: each costs two replays.
constexpr size_t kMostRowsAsked = 5;

class PathChecker {
 public:
  PathChecker(const PathOfDump& dump, double least)
      : dump_(dump), least_(least) {}

  Statements Run();

 private:
  void CheckHost(const PathAnswer& answer);
  void CheckRow(const PathAnswer& answer, PathKey key, const PathShare& share);

  // Rows that are on the path in fewer than half of the steps get no advice.
  bool IsUsual(PathKey key, const PathShare& share) const {
    return dump_.history.steps() < 2 ||
           2 * dump_.history.Of(key, share.Label()).steps >=
               dump_.history.steps();
  }

  const PathOfDump& dump_;
  const double least_;  // share of the step
  Statements statements_;
};

std::string DurationText(int64_t nanos) {
  return TextOf(Cell(nanos), Unit::kNanos);
}

void PathChecker::CheckRow(const PathAnswer& answer, PathKey key,
                           const PathShare& share) {
  const WhatIf gone = AnswerWithout(answer, key, share, dump_.code);
  const double wall = static_cast<double>(answer.path.wall_ns);
  const int64_t least = std::min(gone.shrink_list_ns, gone.shrink_ns);
  const int64_t most = std::max(gone.shrink_list_ns, gone.shrink_ns);
  if (static_cast<double>(least) < least_ * wall) return;
  const StepTasks& tasks = *answer.path.tasks;
  const auto words = [&](bool is_of_all, std::string_view text) {
    const bool is_said = key == PathKey::kNode && is_of_all && !text.empty();
    return is_said ? ", " + Printable(text) : std::string();
  };
  statements_.push_back(
      {fmt::format(
           "step {}: {}{}{}: {} on the critical path for {}; "
           "without it the step of {} would be {} shorter ({:.0f}%)",
           dump_.records.step, Printable(share.Label()),
           words(share.is_of_a_type, tasks.TypeText(share.task)),
           words(share.is_of_a_line,
                 dump_.code.Of(
                     dump_.records.strings[tasks.NodeOf(share.task)])),
           share.times == 1 ? "once" : fmt::format("{} times", share.times),
           DurationText(share.path_ns), DurationText(answer.path.wall_ns),
           least == most ? DurationText(least)
                         : fmt::format("{} to {}", DurationText(least),
                                       DurationText(most)),
           100 * static_cast<double>(least) / wall),
       true});
}

void PathChecker::CheckHost(const PathAnswer& answer) {
  if (!answer.IsTrusted()) {
    statements_.push_back(
        {fmt::format("step {}: the replay without a change is off by {:+.1f}% "
                     "of its time, so savings cannot be trusted",
                     dump_.records.step, 100 * answer.SelfCheck()),
         false});
    return;
  }
  for (const PathKey key : {PathKey::kCode, PathKey::kType, PathKey::kNode}) {
    size_t rows = 0;
    for (const PathShare& share : SharesOf(answer.path, key, dump_.code)) {
      if (rows++ == kMostRowsAsked ||
          static_cast<double>(share.path_ns) <
              least_ * static_cast<double>(answer.path.wall_ns)) {
        break;
      }
      const bool has_name = !share.name.starts_with('(');  // else no code line
      if (has_name && IsUsual(key, share)) CheckRow(answer, key, share);
    }
  }
}

Statements PathChecker::Run() {
  for (const PathAnswer& answer : dump_.answers) CheckHost(answer);
  return std::move(statements_);
}

// The longest parts of a chain. Guesses and unknown time are no findings.
void CheckChain(const RecordedPath& path, uint32_t process, double least,
                Statements& statements) {
  const ChainOfStep* const chain = path.MedianOf(process);
  if (chain == nullptr) return;
  const HostStep& step = path.StepOf(*chain);
  const auto length = static_cast<double>(step.length_ps);
  const auto percent = [&](int64_t ps) {
    return 100 * static_cast<double>(ps) / length;
  };
  size_t rows = 0;
  for (const ChainPart& part : path.PartsOf(process)) {
    if (rows++ == kMostRowsAsked ||
        static_cast<double>(part.path_ps) < least * length) {
      break;
    }
    const bool is_unknown =
        !part.is_work && part.reason == WaitReason::kUnknown;
    if (is_unknown || 2 * part.guess_ps > part.path_ps) continue;
    const std::string times =
        part.times == 1 ? "once" : fmt::format("{} times", part.times);
    statements.push_back(
        {fmt::format("step {}: {}{}{}: {} on the critical path for {} of the "
                     "step of {} ({:.0f}%)",
                     step.number, part.is_work ? "" : part.Kind(),
                     part.is_work || part.name.empty() ? "" : ", ",
                     Printable(part.name), times,
                     DurationText(part.path_ps / 1000),
                     DurationText(step.length_ps / 1000),
                     percent(part.path_ps)),
         true});
  }
  const int64_t unknown_ps = chain->sums.Of(WaitReason::kUnknown);
  if (percent(unknown_ps) > 100 * kMostUnknownPart) {
    statements.push_back(
        {fmt::format("step {}: for {:.0f}% of it the recording does not say "
                     "what the step waited for",
                     step.number, percent(unknown_ps)),
         false});
  }
}

}  // namespace

Statements CheckCriticalPath(const CheckerInput& input, Diagnostics&) {
  if (input.recorded_path == nullptr) {
    return PathChecker(*input.path, input.Option("share")).Run();
  }
  Statements statements;
  for (uint32_t i = 0; i < input.recorded_path->pieces.size(); ++i) {
    CheckChain(*input.recorded_path, i, input.Option("share"), statements);
  }
  return statements;
}

}  // namespace tfprof
