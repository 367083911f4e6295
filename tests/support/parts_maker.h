// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/difference/difference.h"

namespace tfprof {

// Parts of one step; rows are in ms.
struct PartsMaker {
  explicit PartsMaker(bool is_recording = true) {
    run.is_recording = is_recording;
    run.processes[""].side.steps = 1;
  }

  PartsMaker& Add(const std::string& row_class, const std::string& name,
                  int64_t ms, const std::string& line = "",
                  const std::string& scope = "", uint64_t works = 1,
                  double in_flight_ms = 0) {
    constexpr int64_t kMs = 1'000'000'000;
    ProcessParts& process = run.processes[""];
    process.side.length_sum_ps += kMs * ms;
    DifferenceRow::Side& side = process.sums[{row_class, name}];
    side.sum_ps += kMs * ms;
    side.works = works;
    side.in_flight_ps = in_flight_ms * 1e9;
    side.line = line;
    side.scope = scope;
    return *this;
  }

  RunParts run;
};

}  // namespace tfprof
