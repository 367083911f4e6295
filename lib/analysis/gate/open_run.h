// SPDX-License-Identifier: Apache-2.0
// A run while it is read, and what it comes to.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/step_facts.h"
#include "base/error.h"
#include "model/step_table.h"

namespace tfprof {

// A step's rows.
struct StepRows {
  int64_t step = 0;
  std::vector<bool> has_row;
  std::array<std::vector<double>, kMeasureCount> values;
};

// A run while it is read.
struct OpenRun {
  GateRun run;
  StepTable table;
  std::vector<StepRows> rows;
  std::map<int64_t, std::map<std::string, StepPeak>> peaks;  // by step
};

// Fills `run` from the steps that it used. False if no rows of them are there.
bool SumUp(OpenRun& open, const std::bitset<kMeasureCount>& measures);

// Peaks are the most of the used steps; with what was held before, if all runs
// know it.
void AddPeaks(std::vector<OpenRun>& runs);

// The same run twice would be evidence that is none: kInvalidArgument.
Status CheckDistinct(const std::vector<OpenRun>& runs);

}  // namespace tfprof
