// SPDX-License-Identifier: Apache-2.0
// ViewTree: the answer of a view. What is shown, in the order in which it is
// shown, with its own and its total cost. Rows are in preorder; row 0 is the
// root. The words of a row are made by whoever renders it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/compact_column.h"
#include "base/error.h"
#include "base/lists.h"
#include "model/step_values.h"
#include "model/tensor.h"
#include "view/forest.h"
#include "view/packed_column.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

struct TreeColumn {
  NumberColumn self, total;

  // Whether any row costs something.
  bool HasCosts() const { return total.HasNumbers(); }
};

struct PackedTreeColumn {
  PackedColumn self, total;

  PackedTreeColumn() = default;

  PackedTreeColumn(const TreeColumn& column, size_t rows)
      : self(column.self, rows), total(column.total, rows) {}

  bool empty() const { return total.empty(); }

  bool HasCosts() const { return total.HasNumbers(); }

  TreeColumn Unpacked() const { return {self.Unpacked(), total.Unpacked()}; }
};

struct ViewTree {
  CompactColumn<uint32_t> parent;
  CompactColumn<uint32_t> depth;  // 0 for the root
  std::vector<bool> accounted;
  // Its row in `forest`; empty if all are shown, in their order. See
  // ForestRow().
  std::vector<uint32_t> forest_rows;
  Lists<NodeId> members;  // if only some nodes of a row count; see MembersOf
  // By measure; those that are not shown are empty.
  std::array<TreeColumn, kMeasureCount> columns;
  // The same, packed: a measure has a column in one of them. Those without
  // costs may have none. See ColumnOf.
  std::array<PackedTreeColumn, kMeasureCount> packed;
  Selection selection;

  // The same columns for another choice of steps.
  struct OfSteps {
    std::string name;  // "warm", "all", or the number of a step
    std::vector<int64_t> steps;
    // Empty where they are equal to those above, or these have no costs.
    std::array<PackedTreeColumn, kMeasureCount> columns;
  };

  std::vector<OfSteps> of_steps;  // of pages; else empty
  size_t more_of_steps = 0;       // choices that no page has room for

  // A tensor of the checkpoint by name; not set when none was given.
  std::function<Result<Tensor>(std::string_view)> read_tensor;

  const View* view = nullptr;
  const Profile* profile = nullptr;
  const Forest* forest = nullptr;  // all rows, shown or not
  std::shared_ptr<const StepValues> values;

  size_t size() const { return parent.size(); }

  uint32_t ForestRow(size_t row) const {
    return forest_rows.empty() ? static_cast<uint32_t>(row) : forest_rows[row];
  }

  // Row i of the forest so far is row order[i] of it.
  void Reorder(std::vector<uint32_t> order) {
    for (uint32_t& row : forest_rows) row = order[row];
    if (forest_rows.empty()) forest_rows = std::move(order);
  }

  RowName NameOf(uint32_t row) const { return forest->NameOf(ForestRow(row)); }

  // The nodes that count in a row, by name.
  std::span<const NodeId> MembersOf(uint32_t row) const {
    return members.size() > 0 ? members[row]
                              : forest->members[ForestRow(row)];
  }

  // The end of a long name, else all of it: RowName::tail.
  std::string_view TailOf(uint32_t row) const { return NameOf(row).tail; }

  // REQUIRES: not packed.
  const TreeColumn& operator[](Measure measure) const {
    return columns[IndexOf(measure)];
  }

  TreeColumn ColumnOf(size_t measure) const {
    return packed[measure].empty() ? columns[measure]
                                   : packed[measure].Unpacked();
  }

  bool HasCosts(size_t measure) const {
    return packed[measure].HasCosts() || columns[measure].HasCosts();
  }
};

}  // namespace tfprof
