// SPDX-License-Identifier: Apache-2.0
// Windows of steps (5.8), and runs of instructions within them (3.7).
#include <algorithm>
#include <map>
#include <utility>

#include "recorded/step_finder.h"

namespace tfprof {

namespace {

// Work that ends so long after its marker, and more than 1 % of the marker, was
// not waited for.
constexpr int64_t kLatePs = 10'000'000;

// How often `names` repeats its smallest period.
uint32_t RepetitionsOf(const std::vector<StringId>& names) {
  const size_t size = names.size();
  // The longest beginning that is also an ending gives the smallest period.
  std::vector<size_t> border(size, 0);
  for (size_t i = 1; i < size; ++i) {
    size_t length = border[i - 1];
    while (length > 0 && names[i] != names[length]) length = border[length - 1];
    border[i] = names[i] == names[length] ? length + 1 : length;
  }
  const size_t period = size - border[size - 1];
  return static_cast<uint32_t>(size % period == 0 ? size / period : 1);
}

}  // namespace

// From the first begin to the last end of each step's work. A run of a CPU may
// end after its last instruction.
void StepFinder::FindExtents() {
  for (uint32_t row = 0; row < host_.work.size(); ++row) {
    if (step_of_work_[row] == kNone) continue;
    StepDraft& draft = drafts_[step_of_work_[row]];
    const Executions::Row& work = host_.work[row];
    int64_t end_ps = work.end_ps;
    const bool is_cpu = host_.devices[work.device].kind == DeviceKind::kCpu;
    if (is_cpu && work.run != kNoRow) {
      end_ps = std::max(end_ps, host_.runs[work.run].end_ps);
    }
    TimeSpan& extent = draft.step.work;
    if (!draft.has_work) extent = {work.begin_ps, end_ps};
    draft.has_work = true;
    extent.begin_ps = std::min(extent.begin_ps, work.begin_ps);
    extent.end_ps = std::max(extent.end_ps, end_ps);
  }
}

// If most steps of a name have work that ends late, their loop did not wait for
// results: they last until the work is done.
void StepFinder::FindLengths() {
  std::map<std::string_view, std::vector<uint32_t>> series_of;
  for (uint32_t step = 0; step < drafts_.size(); ++step) {
    if (drafts_[step].has_work) {
      series_of[drafts_[step].step.name].push_back(step);
    }
  }
  for (auto& [name, series] : series_of) {
    size_t late = 0;
    for (const uint32_t step : series) {
      const TimeSpan& mark = *drafts_[step].mark;
      const int64_t most =
          mark.end_ps + std::max(kLatePs, mark.length_ps() / 100);
      if (drafts_[step].step.work.end_ps > most) ++late;
    }
    if (2 * late > series.size()) LayEndToEnd(std::move(series));
  }
}

void StepFinder::LayEndToEnd(std::vector<uint32_t> series) {
  std::stable_sort(series.begin(), series.end(), [&](uint32_t a, uint32_t b) {
    const TimeSpan& first = drafts_[a].step.work;
    const TimeSpan& second = drafts_[b].step.work;
    return std::pair(first.end_ps, first.begin_ps) <
           std::pair(second.end_ps, second.begin_ps);
  });
  const HostStep* before = nullptr;
  for (const uint32_t row : series) {
    HostStep& step = drafts_[row].step;
    step.begin_ps =
        before == nullptr ? step.work.begin_ps : before->work.end_ps;
    step.length_ps = step.work.end_ps - step.begin_ps;
    step.length_is =
        before == nullptr ? LengthIs::kFirstWork : LengthIs::kEndToEnd;
    before = &step;
  }
}

// Kernels of one instruction that follow each other on a stream are a group. It
// has as many runs as its kernels repeat, and its first kernel stands for them.
std::vector<uint32_t> CountRuns(const RecordedHost& host,
                                const std::vector<uint32_t>& step_of_work) {
  const Executions& work = host.work;
  std::vector<uint32_t> runs(work.size(), 1);
  const auto begins_before = [&](uint32_t a, uint32_t b) {
    return std::tie(work[a].begin_ps, work[a].end_ps, work[a].order) <
           std::tie(work[b].begin_ps, work[b].end_ps, work[b].order);
  };
  std::vector<uint32_t> kernels;
  std::vector<StringId> names;
  for (uint32_t first = 0, end = 0; first < work.size(); first = end) {
    kernels.clear();
    // Rows of a lane stand together.
    for (; end < work.size() && work[end].lane == work[first].lane &&
           work[end].device == work[first].device;
         ++end) {
      const bool is_gpu =
          host.devices[work[end].device].kind == DeviceKind::kGpu;
      const StringId instruction = host.nodes[work[end].node].instruction;
      if (is_gpu && !host.Text(instruction).empty()) kernels.push_back(end);
    }
    std::sort(kernels.begin(), kernels.end(), begins_before);
    for (size_t at = 0, next = 0; at < kernels.size(); at = next) {
      names.clear();
      const RecordedNode& node = host.nodes[work[kernels[at]].node];
      for (; next < kernels.size(); ++next) {
        const uint32_t row = kernels[next];
        const RecordedNode& other = host.nodes[work[row].node];
        if (other.program != node.program ||
            other.instruction != node.instruction ||
            step_of_work[row] != step_of_work[kernels[at]]) {
          break;
        }
        names.push_back(work[row].name);
        runs[row] = 0;
      }
      runs[kernels[at]] = RepetitionsOf(names);
    }
  }
  return runs;
}

}  // namespace tfprof
