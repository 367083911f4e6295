// SPDX-License-Identifier: Apache-2.0
// The order of a step's executions as in the tree of that step, one step after
// the other, in time proportional to what each step ran: there may be many
// steps that each ran few of many nodes, so building a tree of all nodes for
// each would be too slow.
//
// Three facts make this possible:
//
// * A node's cost in a step is its cost when nothing runs, its base, plus the
//   cost of its runs. So the total of a row is its base total, which is the
//   same in each step, plus the runs below it.
// * Measures with limits on totals have no base. So all rows between two
//   deciding rows have one total, and all or none of them reach the limits on
//   totals. A row reaches the limits on itself in each step by its base, or
//   only in steps in which it runs.
// * The order of two rows is the order of the two children of their lowest
//   common ancestor that lead to them. So these are the only rows without
//   executions that need to be looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "view/account.h"
#include "view/timeline/ancestors.h"
#include "view/view_tree.h"

namespace tfprof {

// The selection whose tree has the rows that any step could show.
Selection RowsOfAnyStep(const Selection& selection);

class StepOrder {
 public:
  // `all` is the tree of RowsOfAnyStep(selection), a view of single nodes,
  // whose profile and forest must outlive this. REQUIRES: the profile has the
  // numbers of each step.
  StepOrder(const ViewTree& all, const Selection& selection);

  // `runs` are the rows of node_steps of one step; returns their nodes that the
  // tree of that step shows, in its order.
  std::vector<NodeId> Of(std::span<const uint32_t> runs);

 private:
  // The costs of rows in the current step: their own, or totals.
  struct Cost {
    Measure measure;
    bool on_self = false;
    bool is_plain = true;       // never negative, and no sum wraps
    int64_t least = 0;          // the limit
    NumberColumn base;          // by row
    std::vector<int64_t> sums;  // prefix sums over marks: one more than marks_
  };

  // Costs of rows when nothing runs, for totals of shown rows.
  struct ShownBase {
    NumberColumn own;
    // sums over always shown rows from the root to each row
    NumberColumn down_to;
  };

  struct Ran {
    uint32_t row;
    uint32_t run;
  };

  // A deciding row and the deciding row above it. Rows in between have the
  // total of `row`, except for their base.
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
  bool by_forest_ = false;        // siblings in forest order, else by name
  std::vector<uint32_t> row_of_;  // by NodeId; 0: none that counts
  // By row, from 1: its position among the rows of any step, in order; 0: none.
  std::vector<uint32_t> place_;
  std::vector<Cost> limits_;
  std::optional<Cost> order_;  // orders siblings; empty: by name
  std::optional<ShownBase> shown_base_;  // set if totals cover shown rows only
  bool shows_only_what_ran_ = false;     // and the rows above
  // By row: true if it is above every shown descendant in each step.
  std::vector<bool> is_always_shown_;
  // These rows; not set if positions already give the order in each step.
  std::optional<Ancestors> above_;
  // The runs of the current step by row, without rows that do not count.
  std::vector<Ran> ran_;
  std::vector<Mark> marks_;  // ascending
  std::vector<uint32_t> shown_;  // rows, ascending
};

}  // namespace tfprof
