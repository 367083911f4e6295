// SPDX-License-Identifier: Apache-2.0
// Made-up runs of two sides, without dumps.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"

namespace tfprof {

class GateInputMaker {
 public:
  static constexpr double kMissing = -1;

  // Rows by name and by the row above; the first is the root.
  explicit GateInputMaker(
      const std::vector<std::pair<std::string, uint32_t>>& rows = {
          {"root", TestedRow::kNoParent}}) {
    for (const auto& [name, parent] : rows) {
      GateRow& row = input_.rows.emplace_back();
      row.name = name;
      row.parent = parent;
    }
  }

  // A run whose rows take so long, in us; kMissing of those that it lacks. The
  // first is also the length of the step.
  GateRun& Before(const std::vector<double>& micros) {
    return Add(input_.baseline, "before", micros);
  }

  GateRun& After(const std::vector<double>& micros) {
    return Add(input_.candidate, "after", micros);
  }

  // Five runs a side, which differ by less than a percent.
  void AddFive(const std::vector<double>& before,
               const std::vector<double>& after) {
    for (const double luck : {1.0, 1.002, 0.998, 1.001, 0.999}) {
      Before(Scaled(before, luck));
      After(Scaled(after, luck));
    }
  }

  GateInput& input() { return input_; }

 private:
  static std::vector<double> Scaled(std::vector<double> values, double factor) {
    for (double& value : values) {
      if (value != kMissing) value *= factor;
    }
    return values;
  }

  static GateRun& Add(std::vector<GateRun>& side, const std::string& name,
                      const std::vector<double>& micros) {
    GateRun& run = side.emplace_back();
    run.name = name + "_" + std::to_string(side.size() - 1);
    run.devices = "CPU 1";
    run.knows.set(IndexOf(Measure::kMicros));
    MedianColumn& values = run.medians.Own(Measure::kMicros);
    for (const double value : micros) {
      values.Set(run.has_row.size(), value == kMissing ? 0 : value);
      run.has_row.push_back(value != kMissing);
    }
    run.of_steps[{StepMeasure::kLength, ""}] = micros[0];
    return run;
  }

  GateInput input_;
};

// The same number of a measure in each run of a side, by row.
inline void SetAll(std::vector<GateRun>& side, Measure measure,
                   const std::vector<double>& values) {
  for (GateRun& run : side) {
    run.knows.set(IndexOf(measure));
    run.medians.Own(measure) = MedianColumn(values);
    run.has_row.resize(values.size(), true);
  }
}

}  // namespace tfprof
