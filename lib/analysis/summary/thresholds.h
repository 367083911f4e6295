// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tfprof {

// From what on something is said on the first screen; "Flags of `summary`" in
// docs/cli.md says why. Shares are of the step's length, of 1.
struct SummaryThresholds {
  double slow_start = 1.5;   // the first step, in times the median
  double wide_spread = 1.5;  // the longest step, in times the median
  double idle_step = 0.4;    // when the account of a step is worth a look
  double input_on_path = 0.03;
  double input_waits = 0.05;   // of recorded waits, of all steps
  double line_on_path = 0.10;  // on the path, and saved if it is known
  double gaps_on_path = 0.15;
  size_t most_lines = 2;
};

inline constexpr SummaryThresholds kWorthAWord;

}  // namespace tfprof
