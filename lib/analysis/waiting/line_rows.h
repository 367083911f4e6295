// SPDX-License-Identifier: Apache-2.0
// Time of the host by line of the program, in the windows of steps. Times are
// picoseconds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/waiting/host_view.h"
#include "analysis/waiting/waiting_windows.h"

namespace tfprof {

struct HostLineRow {
  std::string_view line;  // "train.py:12 step", of the recording
  int64_t self_ps = 0;    // its frame is the deepest one of the program
  int64_t total_ps = 0;   // its frame is on the stack

  friend bool operator==(const HostLineRow&, const HostLineRow&) = default;
};

// By self time, then total time, then name. Time of several threads counts for
// each of them.
std::vector<HostLineRow> HostLinesOf(const HostView& view,
                                     const std::vector<AccountWindow>& windows);

}  // namespace tfprof
