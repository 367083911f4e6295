// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/tasks/step_tasks.h"
#include "analysis/tasks/waits.h"

namespace tfprof {

// Why a task of the chain follows the one before it.
enum class Link : uint8_t {
  kStart,  // it follows none
  kData,
  kControl,
  kLaunch,
  kTransfer,
  kLane,  // its thread or stream was busy
};

inline constexpr size_t kLinks = 6;

std::string_view WordsOf(Link link);

// A task of the chain. Times are in ns.
struct ChainTask {
  uint32_t task = 0;
  Link link = Link::kStart;
  int64_t gap = 0;        // after what it waited for
  int64_t busy = 0;       // until it let the next one go
  int64_t lane_wait = 0;  // that its lane was busy after it was ready
  bool is_in_call = false;  // stands for a part of a call: see OpenCalls
};

// The chain of tasks that made the step as long as it is, in order of start:
// what was the last to let each go. All busy times and gaps together are the
// length of the step.
std::vector<ChainTask> CriticalChain(const StepTasks& tasks,
                                     const Waits& waits);

// How much longer each task could take without a longer step, if lanes, order
// and gaps stay (ns).
std::vector<int64_t> SlackOf(const StepTasks& tasks, const Waits& waits);

}  // namespace tfprof
