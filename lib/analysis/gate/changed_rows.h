// SPDX-License-Identifier: Apache-2.0
// Which rows of a tree changed between two groups of runs: gatekeeping. The
// root and what is right under it are tested; what is under another row only
// if that changed. Siblings are tested together (Westfall and Young's
// step-down max-T: each is compared with the largest of all of them under the
// same relabelings), so that a thousand of them raise no more false alarms
// than one.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/gate/statistics.h"

namespace tfprof {

// A row's medians by run; parents before children. A row that is new or gone
// has none on one side.
struct TestedRow {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  uint32_t parent = kNoParent;
  std::vector<double> baseline;
  std::vector<double> candidate;
};

// What a change must be to matter.
struct Floors {
  double min_ratio = 1.02;
  double min_absolute = 100;  // in the unit of the values

  // Of medians.
  bool IsAbove(double ratio, double before, double after) const;
};

enum class RowState : uint8_t {
  kNotTested,   // what it is under did not change
  kNoEvidence,  // no more than chance
  kSlower,
  kFaster,
  kBelowFloor,  // more than chance, and too little to matter
  kTooFewRuns,
  kNoRatio,  // a median is 0 or less, so there is no ratio to test
};

struct RowOutcome {
  RowState state = RowState::kNotTested;
  double p = 1;      // adjusted for its siblings
  double ratio = 1;  // of means of logarithms

  bool IsChange() const {
    return state == RowState::kSlower || state == RowState::kFaster;
  }
};

// REQUIRES: all rows have as many runs a side, or none.
std::vector<RowOutcome> FindChangedRows(const std::vector<TestedRow>& rows,
                                        const Relabelings& relabelings,
                                        double alpha, const Floors& floors);

}  // namespace tfprof
