// SPDX-License-Identifier: Apache-2.0
// The parts of steps of step stats: each nanosecond of a host's step belongs to
// the operation that computed, or to what its devices waited for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/difference/difference.h"
#include "analysis/tasks/step_tasks.h"
#include "base/error.h"
#include "model/code_lines.h"

namespace tfprof {

// Classes are those of the account (TimeClass), seen over all devices of a
// host: a kernel takes a moment before an operation of the host, then come
// copies, waits for input, overhead and queued work. What computes while
// something is copied is compute. Rows of compute are operations, those of the
// other classes devices; idle time belongs to the device that begins next.
class StepParts {
 public:
  // `code` must outlive this.
  explicit StepParts(const CodeLines& code) : code_(code) {}

  // Adds a step, given the tasks of each of its hosts. Fails with kCorrupt if
  // the steps last longer than any run does.
  Status AddStep(const std::vector<StepTasks>& hosts);

  RunParts Finish();

 private:
  Status AddHost(const StepTasks& tasks);

  const CodeLines& code_;
  std::map<std::string, ProcessParts> hosts_;
};

}  // namespace tfprof
