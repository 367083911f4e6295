// SPDX-License-Identifier: Apache-2.0
// The self cost of each row of a forest, for a list of accounted types: the
// first half of the account pass, and everything that the order of the op view
// needs.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "model/step_values.h"
#include "view/forest.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

// By measure and row; columns of unneeded measures, and of measures that no
// node has, are empty.
using Columns = std::array<Column<int64_t>, kMeasureCount>;

using MeasureSet = std::bitset<kMeasureCount>;

// Calls `run(m)` with each measure of `needed`, on two threads if there are
// many rows.
template <typename Run>
void ForEachMeasure(MeasureSet needed, size_t rows, Run run) {
  ParallelFor(kMeasureCount, ThreadsFor(rows), [&](size_t m) {
    if (needed[m]) run(m);
  });
}

// The measures that an answer depends on: the shown ones, the order, and limits
// that some row could miss.
MeasureSet NeededMeasures(const Selection& selection, const StepValues& values);

// The subset that decides which rows are shown, or their order; other measures
// are only displayed.
MeasureSet DecidingMeasures(const Selection& selection,
                            const StepValues& values, MeasureSet needed);

// The number of times that the account list counts each node: by NodeId, the
// number of patterns that match one of its types.
struct AccountedNodes {
  std::vector<uint32_t> times;  // empty: every node once
  bool placeholders = true;     // whether rows without a node are accounted

  uint32_t Times(NodeId node) const {
    return times.empty() ? 1 : times[node.value];
  }
};

AccountedNodes MatchAccount(const Profile& profile, const RegexSet& account,
                            std::string_view placeholder_type);

struct OwnValues {
  Columns own;                  // by row, StepValues::Exact
  std::vector<bool> accounted;  // by row; never the root
  // By row: the number of members that count. Empty unless the view groups
  // nodes.
  std::vector<uint32_t> group_size;
};

// A measure of each row; empty if no node has it.
Column<int64_t> OwnColumn(const Forest& forest, const ViewPolicy& policy,
                          const StepValues& values, const AccountedNodes& nodes,
                          size_t measure);

OwnValues ComputeOwn(const Forest& forest, const ViewPolicy& policy,
                     const StepValues& values, const AccountedNodes& nodes,
                     const Selection& selection, MeasureSet needed);

// The totals of a column: sums of rows in `kept` and of all rows below.
void AddUp(const Forest& forest, const std::vector<bool>& kept,
           const Column<int64_t>& own, Column<int64_t>& total);

// By row: the closest shown ancestor of a shown row, or kHidden.
inline constexpr uint32_t kHidden = UINT32_MAX;

// Totals of the shown rows alone.
void AddUpShown(const std::vector<uint32_t>& shown_under,
                const Column<int64_t>& own, Column<int64_t>& total);

// tfprof: the op view orders its rows by their own cost and then adds up from
// the last to the first, so a row's total is its own cost plus that of all rows
// after it. The result is a tree in which every row is the parent of the next,
// while `forest` is in the order of names. Returns the rows in the requested
// order, the root first; empty if they already have it.
std::vector<uint32_t> OrderOfRows(const Forest& forest, const OwnValues& own,
                                  const Selection& selection);

// The tree of these rows in that order.
Forest ChainOf(const Forest& forest, const std::vector<uint32_t>& order);

}  // namespace tfprof
