// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/column.h"
#include "base/numbers.h"
#include "model/measure.h"
#include "model/profile.h"

namespace tfprof {

// The cost of each graph node for one choice of steps: a column per measure, by
// NodeId.
struct StepValues {
  std::array<Column<int64_t>, kMeasureCount> column;
  // Columns are sums over this many steps. The mean is taken when a sum is
  // shown, after adding up, so it is rounded only once.
  int64_t steps = 1;

  // The displayed mean of a sum: the nearest whole number, halves away from 0.
  int64_t Shown(int64_t sum) const {
    return steps < 2 ? sum : RoundedQuotient(sum, steps);
  }

  // For recordings: the measures of time in picoseconds, which `column` has
  // rounded. Else empty.
  std::array<Column<int64_t>, kMeasureCount> picos = {};

  // The cells to add up: picoseconds if there are any.
  const Column<int64_t>& Exact(size_t measure) const {
    return picos[measure].empty() ? column[measure] : picos[measure];
  }

  // True if a sum of Exact is displayed unchanged.
  bool ShowsSumsOf(size_t measure) const {
    return picos[measure].empty() && steps < 2;
  }

  // The displayed form of a sum of Exact.
  int64_t ShownOf(size_t measure, int64_t sum) const {
    if (picos[measure].empty()) return Shown(sum);
    return RoundedQuotient(sum, steps * 1'000'000);
  }

  int64_t Of(Measure measure, NodeId node) const {
    return column[IndexOf(measure)][node.value];
  }
};

// By step: its rows of node_steps, for callers that go through the steps one by
// one.
class RowsByStep {
 public:
  RowsByStep() = default;
  explicit RowsByStep(const Profile& profile);

  // In the order of node_steps.
  std::span<const uint32_t> Of(int64_t step) const;

  bool empty() const { return rows_.empty(); }

 private:
  std::vector<int64_t> steps_;    // ascending
  std::vector<uint32_t> begins_;  // start of each step's rows, and the end
  std::vector<uint32_t> rows_;
};

// The values of one step, or the average if there is none. REQUIRES: the
// profile keeps the numbers of that step, or of all. tfprof: a node's average
// is an integer division by the number of steps with a record of that node; a
// step without one counts 0. Scans all rows if there is no `rows_of`.
StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step,
                             const RowsByStep* rows_of = nullptr);

// The sums over those steps, ascending, whose means are shown. REQUIRES: the
// profile keeps the sums of exactly these steps, or the numbers of each.
StepValues ComputeChosenSums(const Profile& profile,
                             const std::vector<int64_t>& steps);

}  // namespace tfprof
