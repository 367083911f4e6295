// SPDX-License-Identifier: Apache-2.0
// Programs that were traced or compiled while it was recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/waiting/host_view.h"

namespace tfprof {

struct CompileRow {
  std::string program;  // "" if no call is around
  uint64_t times = 0;   // calls in which something was traced or compiled
  int64_t host_ps = 0;  // of threads of the program
  // Numbers of the steps in which it began, in ascending order.
  std::vector<int64_t> steps;
  std::optional<int64_t> tracing_count;  // the largest, of TensorFlow
};

// A step in which a compilation may begin.
struct CompileWindow {
  int64_t number = 0;
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
};

// By time, then by program. `windows` in order of begin; they may overlap.
std::vector<CompileRow> CompilesOf(const HostView& view,
                                   const std::vector<CompileWindow>& windows);

}  // namespace tfprof
