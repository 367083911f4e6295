// SPDX-License-Identifier: Apache-2.0
// Steps without markers: runs of a program and calls of a function (5.3 to
// 5.5).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "recorded/step_finder.h"
#include "recorded/xla_name.h"

namespace tfprof {

// Runs that name no launch are paired with calls of their function, the last
// with the last. If one begins before its call, none of the module counts.
void StepFinder::PairRunsWithCalls() {
  std::map<std::pair<uint32_t, std::string_view>, std::vector<uint32_t>> left;
  for (uint32_t row = 0; row < host_.runs.size(); ++row) {
    const ProgramRun& run = host_.runs[row];
    const std::string_view module = host_.Text(run.module);
    if (run.launch != kNoRow || module.empty()) continue;
    left[{run.device, module}].push_back(row);
  }
  for (auto& [key, runs] : left) {
    const auto found = calls_.find(WithoutTrailing(key.second, '_'));
    if (found == calls_.end()) continue;
    const std::vector<uint32_t>& calls = found->second;
    std::stable_sort(runs.begin(), runs.end(), [&](uint32_t a, uint32_t b) {
      return host_.runs[a].begin_ps < host_.runs[b].begin_ps;
    });
    const size_t skip =
        runs.size() > calls.size() ? runs.size() - calls.size() : 0;
    bool fits = true;
    for (size_t i = skip; i < runs.size(); ++i) {
      fits = fits && host_.events[calls[i - skip]].begin_ps <=
                         host_.runs[runs[i]].begin_ps;
    }
    for (size_t i = skip; fits && i < runs.size(); ++i) {
      host_.runs[runs[i]].launch = calls[i - skip];
    }
  }
}

// Modules by the time that devices, or without work calls, spent on them.
std::vector<std::pair<int64_t, std::string>> StepFinder::HeavyModules() const {
  std::map<std::string, int64_t, std::less<>> heavy;
  const auto of_module = [&](std::string_view module) -> int64_t& {
    const auto found = heavy.find(module);
    if (found != heavy.end()) return found->second;
    return heavy[std::string(module)];
  };
  for (const ProgramRun& run : host_.runs) {
    const std::string_view module = host_.Text(run.module);
    if (module.empty()) continue;
    std::vector<TimeSpan> spans;
    for (const uint32_t row : host_.WorkOf(run)) {
      spans.push_back({host_.work[row].begin_ps, host_.work[row].end_ps});
    }
    of_module(module) += spans.empty() ? run.end_ps - run.begin_ps
                                       : TimeUnion(std::move(spans)).LengthPs();
  }
  std::vector<int64_t> of_node(host_.nodes.size());
  std::vector<bool> has_run(host_.nodes.size());
  for (const Executions::Row& row : host_.work.rows) {
    if (host_.devices[row.device].kind != DeviceKind::kGpu) continue;
    of_node[row.node] += row.length_ps();
    has_run[row.node] = true;
  }
  for (size_t node = 0; node < of_node.size(); ++node) {
    const std::string_view program = host_.Text(host_.nodes[node].program);
    if (!has_run[node] || program.empty()) continue;
    of_module(WithoutTrailing(ModuleOfProgram(program), '_')) += of_node[node];
  }
  if (host_.work.rows.empty()) {
    for (const auto& [module, calls] : calls_) {
      for (const uint32_t call : calls) {
        of_module(module) += host_.events[call].length_ps();
      }
    }
  }
  std::vector<std::pair<int64_t, std::string>> sorted;
  for (const auto& [module, time] : heavy) sorted.emplace_back(-time, module);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

bool StepFinder::FindProgramSteps() {
  std::set<std::string, std::less<>> on_tpu;
  for (const ProgramRun& run : host_.runs) {
    if (host_.devices[run.device].kind != DeviceKind::kTpu) continue;
    const std::string_view module = host_.Text(run.module);
    if (!on_tpu.contains(module)) on_tpu.emplace(module);
  }
  for (const auto& [time, module] : HeavyModules()) {
    if (on_tpu.contains(module)) {
      if (SplitByRuns(module)) return true;
      continue;
    }
    const auto calls = calls_.find(WithoutTrailing(module, '_'));
    if (calls == calls_.end() || calls->second.size() < 2) continue;
    SplitByCalls(module, calls->second);
    return true;
  }
  return false;
}

// The last runs of all devices belong together, and what a device does from the
// begin of a run to the begin of the next. False if no device has two runs.
bool StepFinder::SplitByRuns(std::string_view module) {
  std::vector<std::vector<uint32_t>> runs_of(host_.devices.size());
  size_t most = 0;
  for (uint32_t row = 0; row < host_.runs.size(); ++row) {
    const ProgramRun& run = host_.runs[row];
    if (host_.Text(run.module) != module) continue;
    runs_of[run.device].push_back(row);
    most = std::max(most, runs_of[run.device].size());
  }
  if (most < 2) return false;
  steps_are_ = StepsAre::kRuns;
  for (size_t i = 0; i < most; ++i) {
    AddStep(std::string(module), static_cast<int64_t>(i), {},
            LengthIs::kEndToEnd);
  }
  std::vector<std::vector<int64_t>> begins(runs_of.size());
  for (uint32_t device = 0; device < runs_of.size(); ++device) {
    std::vector<uint32_t>& runs = runs_of[device];
    std::stable_sort(runs.begin(), runs.end(), [&](uint32_t a, uint32_t b) {
      return host_.runs[a].begin_ps < host_.runs[b].begin_ps;
    });
    const size_t first = most - runs.size();
    for (size_t i = 0; i < runs.size(); ++i) {
      const ProgramRun& run = host_.runs[runs[i]];
      begins[device].push_back(run.begin_ps);
      StepDraft& draft = drafts_[first + i];
      TimeSpan& work = draft.step.work;
      if (!draft.has_work) work = {run.begin_ps, run.end_ps};
      draft.has_work = true;
      work.begin_ps = std::min(work.begin_ps, run.begin_ps);
      work.end_ps = std::max(work.end_ps, run.end_ps);
    }
  }
  for (uint32_t row = 0; row < host_.work.size(); ++row) {
    const Executions::Row& work = host_.work[row];
    const std::vector<int64_t>& of = begins[work.device];
    const auto next = std::upper_bound(of.begin(), of.end(), work.begin_ps);
    if (next == of.begin()) continue;
    Assign(row,
           static_cast<uint32_t>(most - of.size() +
                                 static_cast<size_t>(next - of.begin()) - 1));
  }
  std::vector<uint32_t> series;
  for (uint32_t step = 0; step < drafts_.size(); ++step) series.push_back(step);
  LayEndToEnd(std::move(series));
  return true;
}

// When work was launched, as far as the file tells; else when it began.
int64_t StepFinder::LaunchTime(const Executions::Row& row) const {
  const uint32_t launch =
      row.run != kNoRow ? host_.runs[row.run].launch : row.launch;
  return launch != kNoRow ? host_.events[launch].begin_ps : row.begin_ps;
}

// Calls without work are no steps, unless there is no work at all.
void StepFinder::SplitByCalls(std::string_view module,
                              const std::vector<uint32_t>& calls) {
  steps_are_ = StepsAre::kCalls;
  std::vector<int64_t> begins;
  for (const uint32_t call : calls) {
    const HostEvents::Row& event = host_.events[call];
    const TimeSpan span{event.begin_ps, event.end_ps};
    begins.push_back(event.begin_ps);
    const uint32_t step =
        AddStep(std::string(module), static_cast<int64_t>(drafts_.size()), span,
                LengthIs::kCall);
    drafts_[step].mark = span;
    drafts_[step].step.marker = call;
  }
  const auto step_at = [&](int64_t at_ps) {
    const auto next = std::upper_bound(begins.begin(), begins.end(), at_ps);
    return static_cast<uint32_t>(next - begins.begin()) - 1;
  };
  for (uint32_t row = 0; row < host_.work.size(); ++row) {
    Assign(row, step_at(LaunchTime(host_.work[row])));
  }
  for (size_t i = 0; i < host_.operations.size(); ++i) {
    step_of_operation_[i] =
        step_at(host_.events[host_.operations[i].event].begin_ps);
  }
  FindExtents();
  std::vector<uint32_t> place(drafts_.size(), kNone);
  std::vector<StepDraft> kept;
  std::vector<uint32_t> series;
  for (size_t i = 0; i < drafts_.size(); ++i) {
    if (!drafts_[i].has_work) continue;
    place[i] = static_cast<uint32_t>(kept.size());
    series.push_back(place[i]);
    drafts_[i].number = static_cast<int64_t>(kept.size());
    kept.push_back(std::move(drafts_[i]));
  }
  if (kept.empty()) return;
  drafts_ = std::move(kept);
  const auto move = [&](uint32_t& step) {
    if (step != kNone) step = place[step];
  };
  for (uint32_t& step : step_of_work_) move(step);
  for (uint32_t& step : step_of_operation_) move(step);
  LayEndToEnd(std::move(series));
}

}  // namespace tfprof
