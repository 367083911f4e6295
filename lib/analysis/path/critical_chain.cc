// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/critical_chain.h"

#include <algorithm>

namespace tfprof {

namespace {

Link LinkOf(Wait wait) {
  switch (wait) {
    case Wait::kData:
      return Link::kData;
    case Wait::kControl:
      return Link::kControl;
    case Wait::kLaunch:
      return Link::kLaunch;
    case Wait::kTransfer:
      return Link::kTransfer;
    case Wait::kStream:
      return Link::kStream;
  }
  return Link::kData;
}

// The task that determined when another began.
struct Cause {
  uint32_t task = StepTasks::kNone;
  Link link = Link::kStart;
  int64_t anchor = 0;  // when it let the other start
};

// True if the lane's previous task decided the start: if it ended after the
// producers. The head of a chain may have been on its way to the thread by
// then, so the longer of its two waits counts: for the lane, and after it. In a
// recording, whose threads are known, no work of the thread becomes a gap.
bool LaneDecides(const StepTasks& tasks, uint32_t task, const Cause& cause) {
  const uint32_t before = tasks.before[task];
  if (before == StepTasks::kNone) return false;
  if (cause.task == StepTasks::kNone) return true;
  const int64_t free = tasks.end[before];
  if (free <= cause.anchor) return false;
  return tasks.records->is_recording || !tasks.is_head[task] ||
         free - cause.anchor > tasks.start[task] - free;
}

Cause CauseOf(const StepTasks& tasks, uint32_t task) {
  Cause cause;
  for (const StepTasks::Producer& producer : tasks.producers[task]) {
    const int64_t anchor = tasks.Anchor(task, producer);
    if (cause.task == StepTasks::kNone || anchor > cause.anchor) {
      cause = {producer.task, LinkOf(producer.wait), anchor};
    }
  }
  if (LaneDecides(tasks, task, cause)) {
    const uint32_t before = tasks.before[task];
    cause = {before, Link::kLane, tasks.end[before]};
  }
  // By clocks of microseconds neighbours on a stream overlap by one.
  if (cause.task != StepTasks::kNone && !tasks.records->is_recording) {
    cause.anchor = std::min(cause.anchor, tasks.start[task]);
  }
  return cause;
}

uint32_t LastToEnd(const StepTasks& tasks) {
  uint32_t last = 0;
  for (uint32_t task = 1; task < tasks.size(); ++task) {
    if (tasks.end[task] >= tasks.end[last]) last = task;
  }
  return last;
}

size_t LengthOfChain(const StepTasks& tasks, uint32_t task) {
  size_t length = 0;
  for (; task != StepTasks::kNone; task = CauseOf(tasks, task).task) ++length;
  return length;
}

}  // namespace

std::string_view WordsOf(Link link) {
  switch (link) {
    case Link::kStart:
      return "start";
    case Link::kData:
      return "data";
    case Link::kControl:
      return "control";
    case Link::kLaunch:
      return "launch";
    case Link::kTransfer:
      return "transfer";
    case Link::kStream:
      return "stream";
    case Link::kLane:
      return "lane";
  }
  return "";
}

std::vector<ChainTask> CriticalChain(const StepTasks& tasks, const Waits& waits,
                                     const BusyStreams& streams) {
  std::vector<ChainTask> chain;
  uint32_t task = LastToEnd(tasks);
  // Walked twice: a list that grows takes up to three times its memory.
  chain.reserve(LengthOfChain(tasks, task));
  int64_t until = tasks.end[task];
  while (task != StepTasks::kNone) {
    const Cause cause = CauseOf(tasks, task);
    ChainTask& row = chain.emplace_back();
    row.task = task;
    row.link = cause.link;
    row.busy = until - tasks.start[task];
    row.gap = cause.task == StepTasks::kNone ? waits.gap[task]
                                             : tasks.start[task] - cause.anchor;
    row.wait = streams.BusyBetween(task, cause.task, row.gap);
    row.gap -= row.wait;
    task = cause.task;
    until = cause.anchor;
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

int64_t LaneWait(const ChainTask& row, const StepTasks& tasks,
                 const Waits& waits) {
  const int64_t ready = waits.ready[row.task];
  if (row.link != Link::kLane || ready == Waits::kNotKnown) return 0;
  return std::max<int64_t>(0, tasks.end[tasks.before[row.task]] - ready);
}

std::vector<int64_t> SlackOf(const StepTasks& tasks, const Waits& waits) {
  std::vector<int64_t> late(tasks.size(), tasks.LastEnd());
  for (auto at = tasks.order.rbegin(); at != tasks.order.rend(); ++at) {
    const uint32_t task = *at;
    const int64_t limit = late[task] - tasks.Duration(task) - waits.gap[task];
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      int64_t& of_producer = late[producer.task];
      of_producer =
          std::min(of_producer,
                   producer.wait == Wait::kLaunch
                       ? limit + tasks.Duration(producer.task) - tasks.lag[task]
                       : limit);
    }
    if (tasks.before[task] != StepTasks::kNone) {
      int64_t& of_lane = late[tasks.before[task]];
      of_lane = std::min(of_lane, limit);
    }
  }
  for (size_t task = 0; task < tasks.size(); ++task) {
    late[task] -= tasks.end[task];
  }
  return late;
}

}  // namespace tfprof
