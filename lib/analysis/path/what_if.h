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

// "What if what `pattern` matches in full, nodes or op types, were `factor`
// times faster?" Infinity makes it take no time.
struct Speedup {
  std::string pattern;
  double factor = 1;
  RegexSet regex;
};

// From "REGEX=K,REGEX=K". A comma that no "=K" stands before belongs to the
// REGEX, which is cut at its last '='.
Result<std::vector<Speedup>> ParseSpeedups(std::string_view text);

struct WhatIf {
  std::string pattern;
  double factor = 1;
  uint64_t matched = 0;  // tasks
  uint64_t found = 0;    // tasks that match `pattern` somewhere, if none does
  // Length of the step by either replay, in ns, and how much less that is than
  // the same replay gives with the recorded durations.
  int64_t list_ns = 0;
  int64_t fixed_ns = 0;
  int64_t shrink_list_ns = 0;
  int64_t shrink_ns = 0;  // of the fixed replay
};

// Runs of a step with its recorded durations: what replays are measured by.
struct Replays {
  int64_t fixed_ns = 0;
  int64_t list_ns = 0;
};

// The same for the tasks that are set in `matches`.
WhatIf AnswerOf(const StepTasks& tasks, const Waits& waits,
                const std::vector<bool>& matches, double factor,
                const Replays& unchanged, uint32_t threads);

WhatIf Answer(const Speedup& question, const StepTasks& tasks,
              const Waits& waits, const Replays& unchanged, uint32_t threads);

}  // namespace tfprof
