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

// What the rows of a view come to.
struct RunRows {
  std::vector<bool> has_row;
  std::array<std::vector<double>, kMeasureCount> medians;  // by row
};

// A run while it is read, in one or more views.
struct OpenRun {
  GateRun run;
  StepTable table;
  std::map<std::string, uint32_t> device_of_name;  // in the table
  std::vector<std::vector<StepRows>> rows;  // by view
  std::vector<RunRows> of_view;             // by view, once it is summed up
  std::map<int64_t, std::map<std::string, StepPeak>> peaks;  // by step
  // By step and node, what it had of the critical path.
  std::map<int64_t, std::map<std::string, double>> path_us;
  bool is_recorded = false;  // in a history, which has one view
};

// Fills `run` from the steps that it used, and `of_view` from their rows.
// False if no rows of them are there.
bool SumUp(OpenRun& open, const std::bitset<kMeasureCount>& measures);

// The same of the lengths of its steps alone.
void AddLengths(const StepTable& table, GateRun& run);

// The run in a view: REQUIRES that its peaks are added.
GateRun TakeView(OpenRun& open, size_t view);

// Of the times of all steps: no two runs have the same.
int64_t HashOfTimes(const StepTable& table);

// Peaks are the most of the used steps; with what was held before, if all runs
// know it.
void AddPeaks(std::vector<OpenRun>& runs);

// The same run twice would be evidence that is none: kInvalidArgument.
Status CheckDistinct(const std::vector<OpenRun>& runs);

}  // namespace tfprof
