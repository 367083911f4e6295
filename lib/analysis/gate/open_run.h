// SPDX-License-Identifier: Apache-2.0
// A run that is being read, and its sums.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/step_facts.h"
#include "base/column.h"
#include "base/error.h"
#include "model/step_table.h"

namespace tfprof {

// A step's rows.
struct StepRows {
  int64_t step = 0;
  // Shared with the step before if they are equal.
  std::shared_ptr<const std::vector<bool>> has_row;
  std::array<Column<int64_t>, kMeasureCount> values = {};
};

// The rows of a view, summed up.
struct RunRows {
  std::vector<bool> has_row;
  RowMedians medians;

  double Of(Measure measure, uint32_t row) const {
    return medians.Of(measure, row);
  }
};

// A run that is being read, in one or more views.
struct OpenRun {
  GateRun run;
  StepTable table;
  std::map<std::string, uint32_t> device_of_name;  // in the table
  std::vector<std::vector<StepRows>> rows;         // by view
  std::vector<RunRows> of_view;  // by view, once it is summed up
  std::map<int64_t, std::map<std::string, StepPeak>> peaks;  // by step
  // By step and node, what it had of the critical path.
  std::map<int64_t, std::map<std::string, double>> path_us;
  bool is_recorded = false;  // in a history, which has one view
};

// Fills `run` from its used steps, and `of_view` from their rows. False if no
// rows were kept of these steps.
bool SumUp(OpenRun& open, const std::bitset<kMeasureCount>& measures);

// Holds columns and feeds that are equal to those of the run before only once.
void ShareEqual(const OpenRun& before, OpenRun& open);

// Fills `run` with the step lengths only.
void AddLengths(const StepTable& table, GateRun& run);

// The run in a view. REQUIRES: AddPeaks was called.
GateRun TakeView(OpenRun& open, size_t view);

// A hash of all step times, which tells runs apart.
int64_t HashOfTimes(const StepTable& table);

// Adds to each run the greatest peaks of its used steps; with the memory held
// before the step if all runs know it.
void AddPeaks(std::vector<OpenRun>& runs);

// Adds what the run's compiled programs do and plan, all programs together.
// REQUIRES: SumUp was called.
void AddPrograms(GateRun& run);

// Fails with kInvalidArgument if a run is given twice.
Status CheckDistinct(const std::vector<OpenRun>& runs);

}  // namespace tfprof
