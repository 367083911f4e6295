// SPDX-License-Identifier: Apache-2.0
// The order of what ran in one step after the other, as the tree of that step
// has it, in a time that grows with what the step ran: there may be many steps
// that each ran few of many nodes, so none gets a tree of all nodes.
//
// What makes that possible:
//
// * A node costs in a step what it costs when nothing runs, its base, and what
//   its runs cost. So the total of a row is its base total, which is the same
//   in each step, and the runs below it.
// * What totals have limits on has no base. So between two rows that a row below
//   or beside decides, all have one total: they reach the limits on totals, or
//   none does. The limits on rows themselves a row reaches in each step by its
//   base, or in some steps, in which it runs.
// * Two rows are in the order in which the children of the lowest row above
//   both are, that each is below. So of all that did not run, only these rows
//   are looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "view/account.h"
#include "view/timeline/ancestors.h"
#include "view/view_tree.h"

namespace tfprof {

// What to ask for to have the rows that any step could show.
Selection RowsOfAnyStep(const Selection& selection);

class StepOrder {
 public:
  // `all` is the tree of RowsOfAnyStep(selection), of single nodes, whose
  // profile and forest must outlive this. REQUIRES: the profile has the numbers
  // of each step.
  StepOrder(const ViewTree& all, const Selection& selection);

  // The nodes of some rows of node_steps, those of one step, that the tree of
  // that step shows, in its order.
  std::vector<NodeId> Of(std::span<const uint32_t> runs);

 private:
  // What rows cost in the step at hand: themselves, or with all below.
  struct Cost {
    Measure measure;
    bool on_self = false;
    bool is_plain = true;       // never negative, and no sum wraps
    int64_t least = 0;          // of a limit
    NumberColumn base;          // by row
    std::vector<int64_t> sums;  // of the first marks: one more than marks_
  };

  // What rows cost when nothing runs, for totals of those that are shown.
  struct ShownBase {
    NumberColumn own;
    NumberColumn down_to;  // of always shown rows, from the root to each row
  };

  struct Ran {
    uint32_t row;
    uint32_t run;
  };

  // A row that decides, and the one above it. The rows between have the total of
  // `row`, but for their base.
  struct Mark {
    uint32_t row;
    uint32_t above;
  };

  void AddCosts(const ViewTree& all, const Selection& selection);
  void FindAlwaysShown();
  void FindRan(std::span<const uint32_t> runs);
  void FindMarks();
  template <typename CostOfMark>
  void AddUpMarks(Cost& cost, const CostOfMark& cost_of) const;
  void AddUpRuns(Cost& cost) const;
  void AddUpShown(Cost& cost) const;
  int64_t ValueOf(const Cost& cost, uint32_t row) const;
  bool IsShown(uint32_t row) const;
  bool ReachesTotals(uint32_t row) const;
  std::vector<uint32_t> RowsThatDecide() const;
  std::vector<uint32_t> InOrder(const std::vector<uint32_t>& rows) const;

  const Profile& profile_;
  const Forest& forest_;
  bool by_forest_ = false;        // siblings as they come, else by name
  std::vector<uint32_t> row_of_;  // by NodeId; 0: none that counts
  // By row, from 1: its place among the rows of any step, in the order of these;
  // 0: none.
  std::vector<uint32_t> place_;
  std::vector<Cost> limits_;
  std::optional<Cost> order_;  // what siblings are ordered by, else their names
  std::optional<ShownBase> shown_base_;  // if totals are those of shown rows
  bool shows_only_what_ran_ = false;     // and what is above it
  // By row: whether it is above whatever is shown below it in each step.
  std::vector<bool> is_always_shown_;
  // Those rows; not set if places are the order of each step.
  std::optional<Ancestors> above_;
  // Of the step at hand, by row, without rows that do not count.
  std::vector<Ran> ran_;
  std::vector<Mark> marks_;  // ascending
  std::vector<uint32_t> shown_;  // rows, ascending
};

}  // namespace tfprof
