// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "analysis/tasks/step_tasks.h"
#include "base/intervals.h"

namespace tfprof {

// When any stream of a GPU was busy.
class BusyStreams {
 public:
  explicit BusyStreams(const StepTasks& tasks);

  // The time, of the `length` before the start of a task, in which a stream of
  // its GPU or of its cause's GPU was busy. `cause` may be StepTasks::kNone.
  // Takes time linear in the spans of work in that time, so a whole chain takes
  // linear time.
  int64_t BusyBetween(uint32_t task, uint32_t cause, int64_t length) const;

  // The time in which a stream was busy, the GPUs added up.
  int64_t Total() const;

 private:
  const StepTasks& tasks_;
  std::map<uint32_t, Intervals> of_gpu_;
};

}  // namespace tfprof
