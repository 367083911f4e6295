// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tfprof {

// From which value on the summary mentions something; for the reasons see
// "Flags of `summary`" in docs/cli.md. Shares are of the step's length.
struct SummaryThresholds {
  double slow_start = 1.5;   // the first step, in times the median
  double wide_spread = 1.5;  // the longest step, in times the median
  double idle_step = 0.4;    // idle share that --show=account explains
  double input_on_path = 0.03;
  double input_waits = 0.05;   // share of all recorded step time
  double line_on_path = 0.10;  // on the path, and saved if it is known
  double gaps_on_path = 0.15;
  size_t most_lines = 2;
};

inline constexpr SummaryThresholds kWorthAWord;

}  // namespace tfprof
