// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/path/replay.h"
#include "base/error.h"
#include "base/regex_set.h"

namespace tfprof {

// "What if nodes, op types or devices that match in full were `factor` times
// faster?"
// Infinity: they take no time.
struct Speedup {
  std::string pattern;
  double factor = 1;
  RegexSet regex;
};

// Parses "REGEX=K,REGEX=K". A comma ends an item only after "=K", so a REGEX
// may contain commas and '='.
Result<std::vector<Speedup>> ParseSpeedups(std::string_view text);

struct WhatIf {
  std::string pattern;
  double factor = 1;
  uint64_t matched = 0;  // tasks
  uint64_t found = 0;    // tasks with a match anywhere, if matched is 0
  // The step's length by each replay, in ns, and by how much it is shorter than
  // the same replay with the recorded durations.
  int64_t list_ns = 0;
  int64_t fixed_ns = 0;
  int64_t shrink_list_ns = 0;
  int64_t shrink_ns = 0;  // of the fixed replay
};

// Step lengths by both replays with the recorded durations.
struct Replays {
  int64_t fixed_ns = 0;
  int64_t list_ns = 0;
};

// The answer if the tasks set in `matches` were `factor` times faster.
WhatIf AnswerOf(const StepTasks& tasks, const Waits& waits,
                const std::vector<bool>& matches, double factor,
                const Replays& unchanged, uint32_t threads);

WhatIf Answer(const Speedup& question, const StepTasks& tasks,
              const Waits& waits, const Replays& unchanged, uint32_t threads);

}  // namespace tfprof
