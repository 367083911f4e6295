// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/busy_streams.h"

#include <algorithm>

namespace tfprof {

namespace {

// Adds the part of the spans that lies in [begin, end).
void AddWithin(const Intervals& spans, int64_t begin, int64_t end,
               Intervals& sum) {
  const auto& all = spans.spans();
  auto span = std::partition_point(
      all.begin(), all.end(),
      [&](const Intervals::Span& other) { return other.end <= begin; });
  for (; span != all.end() && span->start < end; ++span) {
    sum.Add(std::max(span->start, begin), std::min(span->end, end));
  }
}

}  // namespace

BusyStreams::BusyStreams(const StepTasks& tasks) : tasks_(tasks) {
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    if (!tasks.IsOnStream(task) || tasks.GpuOf(task) == kNoGpu) continue;
    of_gpu_[tasks.GpuOf(task)].Add(tasks.start[task], tasks.end[task]);
  }
  for (auto& [gpu, spans] : of_gpu_) spans.Normalize();
}

int64_t BusyStreams::BusyBetween(uint32_t task, uint32_t cause,
                                 int64_t length) const {
  if (length <= 0 || of_gpu_.empty()) return 0;
  const int64_t end = tasks_.start[task];
  const uint32_t gpu = tasks_.GpuOf(task);
  const uint32_t other =
      cause == StepTasks::kNone ? kNoGpu : tasks_.GpuOf(cause);
  Intervals busy;
  for (const auto number : {gpu, other}) {
    const auto found = of_gpu_.find(number);
    if (found == of_gpu_.end()) continue;
    AddWithin(found->second, end - length, end, busy);
    if (gpu == other) break;
  }
  busy.Normalize();
  return busy.Length();
}

int64_t BusyStreams::Total() const {
  int64_t total = 0;
  for (const auto& [gpu, spans] : of_gpu_) total += spans.Length();
  return total;
}

}  // namespace tfprof
