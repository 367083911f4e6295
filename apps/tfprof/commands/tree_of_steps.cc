// SPDX-License-Identifier: Apache-2.0
#include "commands/tree_of_steps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/numbers.h"
#include "render/page/page_data.h"

namespace tfprof {

namespace {

// Limit for the numbers of single steps: if each step ran other nodes, most of
// them would be 0.
constexpr size_t kFewStepBytes = size_t{32} << 20;
constexpr size_t kStepBytesOfInput = 2;
// The limit on nodes for columns of single steps. Each step visits all nodes,
// even for views of few rows; it is left out if almost no nodes ran.
constexpr size_t kFewNodesOfSteps = 100'000;
constexpr size_t kNodesOfOneThatRan = 100;

constexpr uint32_t kNoTreeRow = UINT32_MAX;

// By row of `tree`: the same row in `other`.
std::vector<uint32_t> RowsIn(const ViewTree& tree, const ViewTree& other) {
  std::vector<uint32_t> result(tree.size(), kNoTreeRow);
  std::vector<uint32_t> row_of(tree.forest->size(), kNoTreeRow);
  for (uint32_t row = 0; row < other.size(); ++row) {
    row_of[other.ForestRow(row)] = row;
  }
  for (uint32_t row = 0; row < tree.size(); ++row) {
    result[row] = row_of[tree.ForestRow(row)];
  }
  return result;
}

// A step in which the node of a scope did not run may have no row for the
// scope; the rows below it are then a level higher. Its total is their sum.
void AddUpMissing(const ViewTree& tree, const std::vector<uint32_t>& rows,
                  Column<int64_t>& totals) {
  if (tree.view->policy.is_flat) return;
  for (size_t row = tree.size(); row-- > 1;) {
    const uint32_t above = tree.parent[row];
    if (rows[above] != kNoTreeRow) continue;
    totals.Add(above, totals[row]);
  }
}

Column<int64_t> Picked(const Column<int64_t>& values,
                       const std::vector<uint32_t>& rows) {
  Column<int64_t> result(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] != kNoTreeRow) result.Set(i, values[rows[i]]);
  }
  return result;
}

// The columns of `other`, a tree of other steps, in the rows of `tree`.
std::array<std::optional<TreeColumn>, kMeasureCount> ColumnsIn(
    const ViewTree& tree, const ViewTree& other) {
  const std::vector<uint32_t> rows = RowsIn(tree, other);
  std::array<std::optional<TreeColumn>, kMeasureCount> columns;
  for (size_t measure = 0; measure < kMeasureCount; ++measure) {
    if (!tree.columns[measure].HasCosts()) continue;  // left out of pages
    const TreeColumn& of_tree = tree.columns[measure];
    TreeColumn column = other.columns[measure];
    column.self = Picked(column.self, rows);
    column.total = Picked(column.total, rows);
    AddUpMissing(tree, rows, column.total);
    if (column.total == of_tree.total && column.self == of_tree.self) continue;
    columns[measure] = std::move(column);
  }
  return columns;
}

// True if a page has room for a column for each step.
bool HasRoomForSteps(const ViewTree& tree, size_t steps,
                     const Session& session) {
  const Profile& profile = session.profile();
  if (profile.nodes.size() * steps >
      kFewNodesOfSteps + kNodesOfOneThatRan * profile.node_steps.size()) {
    return false;
  }
  size_t columns = 0;
  for (size_t m = 0; m < kMeasureCount; ++m)
    columns += tree.columns[m].HasCosts();
  uintmax_t input = 0;
  for (const PickedFile& file : session.files()) {
    std::error_code unknown;
    // A part of a file counts as its own bytes.
    const uintmax_t size = file.content.part
                               ? file.content.part->size()
                               : std::filesystem::file_size(file.path, unknown);
    if (!unknown) input += size;
  }
  constexpr size_t kChoices = 2;  // the chosen steps, and all
  return 2 * sizeof(int64_t) * columns * tree.size() * (steps + kChoices) <=
         std::max<uintmax_t>(kFewStepBytes, kStepBytesOfInput * input);
}

}  // namespace

Result<ViewTree> TreeOfSteps(const View& view, const Selection& selection,
                             StepChoices choices, PageDump& dump,
                             Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(ViewTree tree,
                          dump.session.Build(view, selection, diagnostics));
  const std::vector<int64_t>& steps = dump.session.profile().steps;
  if (steps.size() < 2 || !HasRoomForSteps(tree, steps.size(), dump.session)) {
    return tree;
  }
  // Adds a choice of steps, with the rows of `tree`.
  const auto add = [&](std::string name, const std::vector<int64_t>& numbers,
                       const Selection& choice) -> Status {
    TFPROF_ASSIGN_OR_RETURN(const ViewTree other,
                            dump.session.Build(view, choice, diagnostics));
    tree.of_steps.push_back({std::move(name), numbers, ColumnsIn(tree, other)});
    return {};
  };
  Selection choice = selection;
  choice.is_unordered = true;  // rows are matched by identity
  choice.step.reset();
  choice.chosen = dump.chosen;
  TFPROF_RETURN_IF_ERROR(add("warm", dump.chosen.numbers, choice));
  if (choices == StepChoices::kChosen) return tree;
  choice.chosen = ChosenSteps{steps, "all", {}};
  TFPROF_RETURN_IF_ERROR(add("all", steps, choice));
  choice.chosen.reset();
  for (size_t i = 0; i < steps.size(); ++i) {
    // More choices would be counted on the page and not shown.
    if (tree.of_steps.size() == PageLimits().choices) {
      tree.more_of_steps = steps.size() - i;
      break;
    }
    const int64_t step = steps[i];
    choice.step = step;
    TFPROF_RETURN_IF_ERROR(add(fmt::format("{}", step), {step}, choice));
  }
  return tree;
}

}  // namespace tfprof
