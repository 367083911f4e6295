// SPDX-License-Identifier: Apache-2.0
#include "recorded/step_finder.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/strings.h"

namespace tfprof {

namespace {

bool IsModuleChar(char c) { return IsWordByte(c) || c == '.' || c == '-'; }

bool ContinuesUtf8(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The rows of each step: [first[s], first[s + 1]) of `rows`.
void GroupBySteps(const std::vector<uint32_t>& step_of_row, size_t steps,
                  std::vector<uint32_t>& rows, std::vector<uint32_t>& first) {
  first.assign(steps + 1, 0);
  for (const uint32_t step : step_of_row) {
    if (step != RecordedSteps::kOutside) ++first[step + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  rows.resize(first.back());
  std::vector<uint32_t> next = first;
  for (uint32_t row = 0; row < step_of_row.size(); ++row) {
    const uint32_t step = step_of_row[row];
    if (step != RecordedSteps::kOutside) rows[next[step]++] = row;
  }
}

}  // namespace

std::string_view WithoutTrailing(std::string_view text, char c) {
  return text.substr(0, text.find_last_not_of(c) + 1);
}

std::string_view WithoutBlankEnds(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string ModuleOfCall(std::string_view call) {
  const size_t open = std::min(call.find('('), call.size());
  std::string_view function = call.substr(std::min(open + 1, call.size()));
  if (!function.empty()) function.remove_suffix(1);
  std::string module = call.starts_with("Pmap") ? "pmap_" : "jit_";
  for (const char c : function) {
    // A letter of several bytes is one character.
    if (!ContinuesUtf8(c)) module += IsModuleChar(c) ? c : '_';
  }
  return std::string(WithoutTrailing(module, '_'));
}

StepFinder::StepFinder(RecordedHost& host)
    : host_(host),
      step_of_work_(host.work.size(), kNone),
      step_of_operation_(host.operations.size(), kNone) {
  std::vector<std::string> module_of(host.events.names.size());
  for (const uint32_t call : host.jit_calls) {
    std::string& module = module_of[host.events[call].name];
    if (module.empty()) {
      module = ModuleOfCall(host.Text(host.events.NameOf(call).text));
    }
    calls_[module].push_back(call);
  }
}

uint32_t StepFinder::AddStep(std::string name, std::optional<int64_t> number,
                             TimeSpan span, LengthIs length_is) {
  StepDraft& draft = drafts_.emplace_back();
  draft.step.name = std::move(name);
  draft.step.begin_ps = span.begin_ps;
  draft.step.length_ps = span.length_ps();
  draft.step.length_is = length_is;
  draft.number = number;
  return static_cast<uint32_t>(drafts_.size() - 1);
}

RecordedSteps StepFinder::Find() {
  PairRunsWithCalls();
  const bool has_steps = FindMarkers() || FindDeviceSteps() ||
                         FindProgramSteps() || FindFunctionCalls();
  if (!has_steps) MakeWhole();
  return Finish();
}

RecordedSteps StepFinder::FindWhole() {
  PairRunsWithCalls();
  MakeWhole();
  return Finish();
}

void StepFinder::MakeWhole() {
  steps_are_ = StepsAre::kWhole;
  std::optional<TimeSpan> all;
  const auto add = [&](int64_t begin_ps, int64_t end_ps) {
    if (!all) all = {begin_ps, end_ps};
    all->begin_ps = std::min(all->begin_ps, begin_ps);
    all->end_ps = std::max(all->end_ps, end_ps);
  };
  for (const Executions::Row& row : host_.work.rows) {
    const bool is_cpu = host_.devices[row.device].kind == DeviceKind::kCpu;
    if (!is_cpu || !host_.is_accelerated) add(row.begin_ps, row.end_ps);
  }
  // Operations of TensorFlow are no rows of work.
  for (const RecordedDevice& device : host_.devices) {
    for (const TimeSpan& span : device.occupied.spans()) {
      add(span.begin_ps, span.end_ps);
    }
  }
  AddStep("", 0, all.value_or(TimeSpan()), LengthIs::kWhole);
  std::fill(step_of_work_.begin(), step_of_work_.end(), 0);
  std::fill(step_of_operation_.begin(), step_of_operation_.end(), 0);
}

// Numbers that repeat in a name, or are not there, give way to 0, 1, 2, … by
// time.
void StepFinder::NumberSteps() {
  std::vector<uint32_t> order(drafts_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key_of = [&](uint32_t row) {
    const HostStep& step = drafts_[row].step;
    return std::tie(step.name, step.begin_ps, step.length_ps);
  };
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return key_of(a) < key_of(b);
  });
  std::vector<int64_t> numbers;
  for (size_t first = 0, end = 0; first < order.size(); first = end) {
    numbers.clear();
    bool has_all = true;
    const std::string& name = drafts_[order[first]].step.name;
    for (; end < order.size() && drafts_[order[end]].step.name == name; ++end) {
      has_all = has_all && drafts_[order[end]].number.has_value();
      numbers.push_back(drafts_[order[end]].number.value_or(0));
    }
    std::sort(numbers.begin(), numbers.end());
    const bool differ =
        std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
    for (size_t i = first; i < end; ++i) {
      StepDraft& draft = drafts_[order[i]];
      draft.step.number =
          has_all && differ ? *draft.number : static_cast<int64_t>(i - first);
    }
  }
}

// Marks the steps in which a compiler began.
void StepFinder::FindCompiled() {
  const HostEvents& events = host_.events;
  std::vector<int64_t> begins;
  for (uint32_t row = 0; row < events.size(); ++row) {
    if (events.NameOf(row).is_compile ||
        events.StatsOf(row).Is(HostEvents::kTraced)) {
      begins.push_back(events[row].begin_ps);
    }
  }
  std::sort(begins.begin(), begins.end());
  for (StepDraft& draft : drafts_) {
    const TimeSpan span =
        draft.mark.value_or(TimeSpan{draft.step.begin_ps, draft.step.end_ps()});
    const auto first =
        std::lower_bound(begins.begin(), begins.end(), span.begin_ps);
    draft.step.has_compiled = first != begins.end() && *first < span.end_ps;
  }
}

RecordedSteps StepFinder::Finish() {
  FindCompiled();
  NumberSteps();
  std::vector<uint32_t> order(drafts_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key_of = [&](uint32_t row) {
    const HostStep& step = drafts_[row].step;
    return std::tie(step.begin_ps, step.name, step.number);
  };
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return key_of(a) < key_of(b);
  });
  RecordedSteps found;
  found.steps_are = steps_are_;
  std::vector<uint32_t> place(drafts_.size());
  for (const uint32_t row : order) {
    place[row] = static_cast<uint32_t>(found.steps.size());
    found.steps.push_back(std::move(drafts_[row].step));
  }
  for (uint32_t& step : step_of_operation_) {
    if (step != kNone) step = place[step];
  }
  for (uint32_t row = 0; row < step_of_work_.size(); ++row) {
    uint32_t& step = step_of_work_[row];
    if (step == kNone) {
      found.outside_ps += std::max<int64_t>(0, host_.work[row].self_ps);
    } else {
      step = place[step];
      ++found.steps[step].records;
    }
  }
  GroupBySteps(step_of_work_, found.steps.size(), found.work_by_step,
               found.first_of_step);
  GroupBySteps(step_of_operation_, found.steps.size(), found.operations_by_step,
               found.first_operation_of_step);
  found.runs_of_work = CountRuns(host_, step_of_work_);
  found.step_of_work = std::move(step_of_work_);
  found.step_of_operation = std::move(step_of_operation_);
  return found;
}

RecordedSteps FindSteps(RecordedHost& host) { return StepFinder(host).Find(); }

RecordedSteps WholeAsStep(RecordedHost& host) {
  return StepFinder(host).FindWhole();
}

}  // namespace tfprof
