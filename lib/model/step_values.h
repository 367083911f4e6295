// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/number_column.h"
#include "base/numbers.h"
#include "model/measure.h"
#include "model/profile.h"

namespace tfprof {

// What each graph node cost, for one choice of steps: a column per measure, by
// NodeId.
struct StepValues {
  std::array<NumberColumn, kMeasureCount> column;
  // Columns are sums over so many steps. The mean is taken when a sum is shown,
  // after adding up, so that it is rounded only once.
  int64_t steps = 1;

  // What is shown of a sum of cells: the nearest whole number, halves away
  // from 0.
  int64_t Shown(int64_t sum) const {
    return steps < 2 ? sum : RoundedQuotient(sum, steps);
  }

  // Of recordings: the measures of time in picoseconds, which `column` has
  // rounded. Else empty.
  std::array<NumberColumn, kMeasureCount> picos = {};

  // What sums are made of: picoseconds where there are any.
  const NumberColumn& Exact(size_t measure) const {
    return picos[measure].empty() ? column[measure] : picos[measure];
  }

  // Whether what is shown of a sum of Exact is the sum itself.
  bool ShowsSumsOf(size_t measure) const {
    return picos[measure].empty() && steps < 2;
  }

  // What is shown of a sum of Exact.
  int64_t ShownOf(size_t measure, int64_t sum) const {
    if (picos[measure].empty()) return Shown(sum);
    return RoundedQuotient(sum, steps * 1'000'000);
  }

  int64_t Of(Measure measure, NodeId node) const {
    return column[IndexOf(measure)][node.value];
  }
};

// By step, its rows of node_steps: for whoever asks for one step after the
// other.
class RowsByStep {
 public:
  RowsByStep() = default;
  explicit RowsByStep(const Profile& profile);

  // In their order.
  std::span<const uint32_t> Of(int64_t step) const;

  bool empty() const { return rows_.empty(); }

 private:
  std::vector<int64_t> steps_;    // ascending
  std::vector<uint32_t> begins_;  // of each step's rows, and their end
  std::vector<uint32_t> rows_;
};

// Of one step, or without one the average. REQUIRES: the profile keeps the
// numbers of that step, or of all. tfprof: a node's average divides,
// in whole numbers, by the steps in which that node has a record; a step in
// which it has none counts 0. Without `rows_of` all rows are looked at.
StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step,
                             const RowsByStep* rows_of = nullptr);

// Of a step in which nothing ran. The values of a step are these and CostOfRun
// of each of its rows of node_steps. REQUIRES: the profile keeps the numbers of
// each step.
StepValues ValuesOfNoRun(const Profile& profile);

// What a row of node_steps adds to the value of its node in its step.
int64_t CostOfRun(const Profile& profile, Measure measure, uint32_t run);

// The sums over those steps, ascending, of which the means are shown. REQUIRES:
// the profile keeps the sums of just these steps, or the numbers of each.
StepValues ComputeChosenSums(const Profile& profile,
                             const std::vector<int64_t>& steps);

}  // namespace tfprof
