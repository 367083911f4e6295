// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/findings.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/summary/thresholds.h"
#include "analysis/tasks/waiting_types.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// "12.4 ms"
std::string NanosWords(int64_t nanos) {
  const auto value = static_cast<double>(nanos);
  if (value < 1e6) return fmt::format("{:.3g} us", value / 1e3);
  if (value < 1e9) return fmt::format("{:.3g} ms", value / 1e6);
  return fmt::format("{:.3g} s", value / 1e9);
}

class PathFinder {
 public:
  PathFinder(StepPath path, const DumpSummary::Path& parts,
             const CodeLines& code)
      : parts_(parts), code_(code) {
    if (path.tasks->size() > kMostReplayedTasks) {
      answer_.path = std::move(path);
    } else {
      answer_ = ReplayPath(std::move(path), 0);
      can_replay_ = answer_.IsTrusted();
    }
  }

  std::vector<DumpSummary::Finding> Run() {
    FindInputs();
    FindLines();
    FindGaps();
    return std::move(findings_);
  }

 private:
  bool IsWorth(int64_t nanos, double least) const {
    return parts_.ShareOf(nanos) >= least;
  }

  // True if the type runs inside a call, which replays do not cover.
  bool IsInCall(std::string_view type) const {
    const StepTasks& tasks = *answer_.path.tasks;
    return std::any_of(answer_.path.chain.begin(), answer_.path.chain.end(),
                       [&](const ChainTask& link) {
                         return link.is_in_call &&
                                tasks.TypeText(link.task) == type;
                       });
  }

  std::optional<int64_t> Saves(PathKey key, const PathShare& share) const {
    if (!can_replay_ || (key == PathKey::kType && IsInCall(share.name))) {
      return std::nullopt;
    }
    const WhatIf gone = AnswerWithout(answer_, key, share, code_);
    return std::max<int64_t>(0, std::min(gone.shrink_list_ns, gone.shrink_ns));
  }

  void FindInputs() {
    for (const PathShare& share :
         SharesOf(answer_.path, PathKey::kType, code_)) {
      const WaitingType* const input = FindWaitingType(share.name);
      if (input == nullptr || input->advice.empty()) continue;
      if (!IsWorth(share.path_ns, kWorthAWord.input_on_path)) continue;
      const auto part = std::find_if(
          parts_.parts.begin(), parts_.parts.end(),
          [&](const DumpSummary::Part& row) { return row.type.view() == share.name; });
      const bool is_known = part != parts_.parts.end();
      const std::string at =
          is_known && !part->code.view().empty()
              ? fmt::format(" ({})", AfterLastSlash(part->code.view()))
              : "";
      findings_.push_back(
          {.finding = "input",
           .text = fmt::format("the step waits {} for {}{}: {}",
                               NanosWords(share.path_ns), share.name, at,
                               input->advice),
           .name = std::string(is_known ? part->name.view() : share.name),
           .code = std::string(is_known ? part->code.view() : ""),
           .saves_ns = Saves(PathKey::kType, share)});
    }
  }

  void FindLines() {
    size_t found = 0;
    for (const PathShare& share :
         SharesOf(answer_.path, PathKey::kCode, code_)) {
      if (found == kWorthAWord.most_lines ||
          !IsWorth(share.path_ns, kWorthAWord.line_on_path))
        return;
      if (share.name.starts_with('(') || IsOfInput(share.Label())) continue;
      const std::optional<int64_t> saves = Saves(PathKey::kCode, share);
      if (saves && !IsWorth(*saves, kWorthAWord.line_on_path)) continue;
      ++found;
      const std::string label = share.Label();
      findings_.push_back(
          {.finding = "line",
           .text = fmt::format(
               "{} holds the step up for {}{}", AfterLastSlash(label),
               NanosWords(share.path_ns),
               saves ? fmt::format("; without it the step is {} shorter",
                                   NanosWords(*saves))
                     : ""),
           .name = NameOfLine(label),
           .code = label,
           .saves_ns = saves});
    }
  }

  bool IsOfInput(const std::string& line) const {
    return std::any_of(findings_.begin(), findings_.end(),
                       [&](const DumpSummary::Finding& finding) {
                         return finding.code == line;
                       });
  }

  std::string NameOfLine(const std::string& line) const {
    for (const DumpSummary::Part& part : parts_.parts) {
      if (part.code.view() == line) return std::string(part.name.view());
    }
    return {};
  }

  void FindGaps() {
    if (!IsWorth(parts_.gap_ns, kWorthAWord.gaps_on_path)) return;
    findings_.push_back(
        {.finding = "gaps",
         .text = fmt::format(
             "for {} operations on the critical path are ready but idle: use "
             "fewer, larger ones",
             NanosWords(parts_.gap_ns))});
  }

  const DumpSummary::Path& parts_;
  const CodeLines& code_;
  PathAnswer answer_;
  bool can_replay_ = false;
  std::vector<DumpSummary::Finding> findings_;
};

}  // namespace

std::vector<DumpSummary::Finding> FindingsOn(StepPath path,
                                             const DumpSummary::Path& parts,
                                             const CodeLines& code) {
  return PathFinder(std::move(path), parts, code).Run();
}

}  // namespace tfprof
