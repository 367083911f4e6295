// SPDX-License-Identifier: Apache-2.0
// Which rows of a tree changed between two groups of runs: gatekeeping. The
// root is tested first, at the full level; the children of a row are tested
// only if it changed. Siblings are tested together (Westfall and Young's
// step-down max-T: each is compared with the largest of all of them under the
// same splits), so that a thousand of them raise no more false alarms than one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/gate/statistics.h"

namespace tfprof {

// A row's medians by run; parents before children.
struct TestedRow {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  uint32_t parent = kNoParent;
  std::vector<double> baseline;
  std::vector<double> candidate;
};

struct TreeTestOptions {
  double alpha = 0.05;
  double min_ratio = 1.02;    // a change of less is none that matters
  double min_absolute = 100;  // the same in the unit of the values
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
  double p = 1;            // adjusted for its siblings
  RatioEstimate estimate;  // of roots and of rows that changed
  std::optional<double> smallest_ratio_shown;  // of roots
};

// REQUIRES: all rows have as many runs a side.
std::vector<RowOutcome> FindChangedRows(const std::vector<TestedRow>& rows,
                                        const TreeTestOptions& options);

}  // namespace tfprof
