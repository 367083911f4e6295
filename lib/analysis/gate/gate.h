// SPDX-License-Identifier: Apache-2.0
// Did it get worse? Runs before against runs after, in one view.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/gate/changed_rows.h"
#include "analysis/gate/parity.h"
#include "model/measure.h"
#include "report/verdict.h"

namespace tfprof {

struct GateOptions {
  TreeTestOptions tree;
  double must_show = 0.10;  // a slowdown that the runs must be able to show
};

// Compared exactly: they do not depend on luck.
inline constexpr std::array<Measure, 5> kExactMeasures = {
    Measure::kParameters, Measure::kFloatOps, Measure::kRequestedBytes,
    Measure::kOutputBytes, Measure::kRunCount};

// Tested, and that by what the run's steps have in the middle.
inline constexpr Measure kNoisyMeasure = Measure::kMicros;

// The rows of all runs, by path.
struct GateRow {
  std::string name;
  uint32_t parent = TestedRow::kNoParent;
  // The line of code that made the first of its nodes; 0 if not known.
  std::string file;
  int64_t line = 0;
};

// What a run comes to: medians of its steps, by row.
struct GateRun {
  std::string name;
  size_t steps = 0;     // that it has
  size_t warmup = 0;    // left out at its beginning
  size_t used = 0;      // that were looked at
  std::string differs;  // from the first run: Parity::Words
  std::array<std::vector<double>, kMeasureCount> medians;

  double Of(Measure measure, uint32_t row) const {
    const std::vector<double>& values = medians[IndexOf(measure)];
    return row < values.size() ? values[row] : 0;
  }
};

struct GateInput {
  std::vector<GateRow> rows;  // parents before children; the root is 0
  std::vector<GateRun> baseline;
  std::vector<GateRun> candidate;
};

// Without a baseline there is nothing to compare and it passes.
Verdict RunGate(const GateInput& input, const GateOptions& options);

// The candidate's times, so that they are `factor` times the baseline's.
GateInput WithSlowdown(GateInput input, double factor);

// How often the baseline alarms against itself.
struct Calibration {
  size_t splits = 0;
  size_t alarms = 0;  // at the root
  size_t alarms_in_tree = 0;
  double drift_ratio = 1;  // of its second half to its first
  double drift_p = 1;
  bool has_enough = false;  // runs to be split
  size_t runs_needed = 0;
};

Calibration Calibrate(const GateInput& input, const GateOptions& options);

}  // namespace tfprof
