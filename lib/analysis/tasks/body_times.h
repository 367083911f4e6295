// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/step_records.h"

namespace tfprof {

// A node whose executions enclose those of a function's body, and how long the
// bodies were under way.
struct BodyTime {
  StringId node;
  StringId type;
  int64_t body_ns = 0;
};

// The body times of each call of the step; empty if records have no times.
std::vector<BodyTime> BodyTimesOf(const StepRecords& records);

}  // namespace tfprof
