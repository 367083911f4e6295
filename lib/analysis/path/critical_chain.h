// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/path/busy_streams.h"
#include "analysis/tasks/step_tasks.h"
#include "analysis/tasks/waits.h"

namespace tfprof {

// Why a task of the chain follows the one before it.
enum class Link : uint8_t {
  kStart,  // the first task
  kData,
  kControl,
  kLaunch,
  kTransfer,
  kStream,  // the host: work of a stream
  kLane,    // its thread or stream was busy
};

inline constexpr size_t kLinks = 7;

std::string_view WordsOf(Link link);

// A task of the chain. Times are in ns.
struct ChainTask {
  uint32_t task = 0;
  Link link = Link::kStart;
  bool is_in_call = false;  // inside a function call: see OpenCalls
  int64_t wait = 0;  // of what follows its cause: a stream of its GPU was busy
  int64_t gap = 0;   // the rest
  int64_t busy = 0;  // until it let the next task start
};

// The chain of tasks that determined the length of the step, in order of start:
// for each task, the last one that it waited for. Busy times, waits and gaps add
// up to the step's length. `streams` are those of the tasks.
std::vector<ChainTask> CriticalChain(const StepTasks& tasks, const Waits& waits,
                                     const BusyStreams& streams);

// The time (ns) from when a task of the chain was ready until its thread or
// stream was free: 0 if it did not wait for that, or if nobody knows.
int64_t LaneWait(const ChainTask& row, const StepTasks& tasks,
                 const Waits& waits);

// How much longer each task could take without a longer step (ns), with lanes,
// order and gaps unchanged.
std::vector<int64_t> SlackOf(const StepTasks& tasks, const Waits& waits);

}  // namespace tfprof
