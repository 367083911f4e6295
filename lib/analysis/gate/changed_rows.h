// SPDX-License-Identifier: Apache-2.0
// Finds the rows of a tree that changed between two groups of runs, by
// gatekeeping: the root and its children are tested; other rows only if their
// parent changed. Siblings are tested together with Westfall and Young's
// step-down max-T (each is compared with the largest statistic of all of them
// under the same relabelings), so that a thousand siblings raise no more false
// alarms than one.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/gate/statistics.h"

namespace tfprof {

// A row's medians by run; parents come before children. A new or gone row has
// no values on one side.
struct TestedRow {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  uint32_t parent = kNoParent;
  std::vector<double> baseline;
  std::vector<double> candidate;
};

// The smallest change that matters.
struct Floors {
  double min_ratio = 1.02;
  double min_absolute = 100;  // in the unit of the values

  // `before` and `after` are medians.
  bool IsAbove(double ratio, double before, double after) const;
};

enum class RowState : uint8_t {
  kNotTested,   // the row above did not change
  kNoEvidence,  // within chance
  kSlower,
  kFaster,
  kBelowFloor,  // beyond chance, but too small to matter
  kTooFewRuns,
  kNoRatio,  // a median is 0 or less
};

struct RowOutcome {
  RowState state = RowState::kNotTested;
  double p = 1;      // adjusted over its siblings
  double ratio = 1;  // of geometric means

  bool IsChange() const {
    return state == RowState::kSlower || state == RowState::kFaster;
  }
};

// REQUIRES: each side of a row has the same number of runs, or none.
std::vector<RowOutcome> FindChangedRows(const std::vector<TestedRow>& rows,
                                        const Relabelings& relabelings,
                                        double alpha, const Floors& floors);

}  // namespace tfprof
