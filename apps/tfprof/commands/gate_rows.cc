// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_rows.h"

#include <functional>
#include <string_view>

#include "analysis/code_location.h"
#include "view/details.h"

namespace tfprof {

namespace {

uint64_t TypesOf(const ViewTree& tree, uint32_t row) {
  uint64_t types = 0;
  for (const std::string_view type : RowTypes(tree, row)) {
    types = types * 1'000'003 + std::hash<std::string_view>()(type);
  }
  return types;
}

}  // namespace

std::vector<uint32_t> RowIndex::Place(const ViewTree& tree) {
  // The rows of op are a chain by order: they are all under the root here.
  const bool is_flat = tree.view->policy.is_flat;
  std::vector<uint32_t> place(tree.size());
  for (uint32_t row = 0; row < tree.size(); ++row) {
    // The steps of a forest have the same rows, so names are looked up once.
    uint32_t* const known =
        is_flat ? nullptr : &of_forest_[tree.forest_row[row]];
    if (known != nullptr && *known != kUnknown) {
      place[row] = *known;
      continue;
    }
    const uint32_t parent = row == 0 ? TestedRow::kNoParent
                                     : place[is_flat ? 0 : tree.parent[row]];
    const auto [found, is_new] =
        row_of_.try_emplace({parent, tree.NameOf(row).str()},
                            static_cast<uint32_t>(rows_.size()));
    if (is_new) {
      CodeLocation location = OwnLocationOf(tree, row);
      rows_.push_back({tree.NameOf(row).str(), parent,
                       std::move(location.file), location.line,
                       TypesOf(tree, row)});
    }
    place[row] = found->second;
    if (known != nullptr) *known = found->second;
  }
  return place;
}

}  // namespace tfprof
