// SPDX-License-Identifier: Apache-2.0
// ViewTree: the answer of a view: the shown rows in display order, with their
// own and total costs. Rows are in preorder; row 0 is the root. Renderers make
// the texts of a row.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/error.h"
#include "base/lists.h"
#include "model/step_values.h"
#include "model/tensor.h"
#include "view/forest.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

struct TreeColumn {
  Column<int64_t> self, total;

  // True if any row has a cost.
  bool HasCosts() const { return total.HasValues(); }
};

struct ViewTree {
  Column<uint32_t> parent;
  Column<uint32_t> depth;  // 0 for the root
  std::vector<bool> accounted;
  // By row: its row in `forest`; empty if all rows are shown, in order. See
  // ForestRow().
  std::vector<uint32_t> forest_rows;
  // set if only some nodes of a row count; see MembersOf
  Lists<NodeId> members;
  // By measure; empty for measures that are not shown.
  std::array<TreeColumn, kMeasureCount> columns;
  Selection selection;

  // The same columns for another choice of steps.
  struct OfSteps {
    std::string name;  // "warm", "all", or the number of a step
    std::vector<int64_t> steps;
    // None if equal to the columns above, or if those have no costs.
    std::array<std::optional<TreeColumn>, kMeasureCount> columns;
  };

  std::vector<OfSteps> of_steps;  // for pages; else empty
  size_t more_of_steps = 0;       // choices that exceed a page's limit

  // Reads a tensor of the checkpoint by name; not set without a checkpoint.
  std::function<Result<Tensor>(std::string_view)> read_tensor;

  const View* view = nullptr;
  const Profile* profile = nullptr;
  const Forest* forest = nullptr;  // all rows, shown or not
  std::shared_ptr<const StepValues> values;

  size_t size() const { return parent.size(); }

  uint32_t ForestRow(size_t row) const {
    return forest_rows.empty() ? static_cast<uint32_t>(row) : forest_rows[row];
  }

  // Reorders the forest's rows: new row i is the former row order[i].
  void Reorder(std::vector<uint32_t> order) {
    for (uint32_t& row : forest_rows) row = order[row];
    if (forest_rows.empty()) forest_rows = std::move(order);
  }

  RowName NameOf(uint32_t row) const { return forest->NameOf(ForestRow(row)); }

  // The nodes that count in a row, in the order of names.
  std::span<const NodeId> MembersOf(uint32_t row) const {
    return members.size() > 0 ? members[row] : forest->members[ForestRow(row)];
  }

  // The end of a long name, or a whole short one: RowName::tail.
  std::string_view TailOf(uint32_t row) const { return NameOf(row).tail; }

  const TreeColumn& operator[](Measure measure) const {
    return columns[IndexOf(measure)];
  }
};

}  // namespace tfprof
