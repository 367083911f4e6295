// SPDX-License-Identifier: Apache-2.0
// Sums of idle time by its reasons. Times are picoseconds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/waiting/idle_parts.h"
#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

struct IdleRow {
  std::string_view key;  // the reason, the region, or the line
  int64_t idle_ps = 0;
  uint64_t stretches = 0;
  uint64_t short_stretches = 0;
  int64_t longest_ps = 0;
  int64_t recorded_ps = 0;
  int64_t guess_ps = 0;
  std::string_view evidence;  // the event with the most time

  bool is_mostly_guess() const { return 2 * guess_ps > idle_ps; }
};

// Time for input, by what the input pipeline did meanwhile.
struct StageRow {
  std::string_view stage;
  std::string_view label;
  int64_t idle_ps = 0;
};

struct IdleTables {
  std::vector<IdleRow> by_reason;  // the most idle time first, as all of these
  std::vector<IdleRow> by_region;
  std::vector<IdleRow> by_line;
  std::vector<StageRow> by_stage;
};

// The idle time of a device of a process.
IdleTables FindIdle(const WaitingOfProcess& process,
                    const DeviceMoments& device);

}  // namespace tfprof
