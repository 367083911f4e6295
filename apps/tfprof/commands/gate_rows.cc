// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_rows.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/code_location.h"
#include "base/hash.h"
#include "base/strings.h"
#include "view/details.h"

namespace tfprof {

namespace {

uint64_t TypesOf(const ViewTree& tree, uint32_t row) {
  StoredHash types;
  for (const std::string_view type : RowTypes(tree, row)) {
    types.Add(type);
    types.Add("\n");
  }
  return types.value();
}

// The name by which rows of runs are the same. Thousands may share a long
// beginning: of such a name both ends are kept, and a number made of it all.
std::string NameOfRow(const RowName& name) {
  constexpr size_t kMost = 1100;
  if (name.size() <= kMost) return name.str();
  StoredHash hash;
  hash.Add(name.head);
  hash.Add(name.tail);
  return fmt::format("{} #{:016x}", Shortened(name.str()), hash.value());
}

// The root has no other beside it, whatever it is called.
std::string KeyOf(uint32_t parent, std::string name) {
  return parent == TestedRow::kNoParent ? std::string() : std::move(name);
}

}  // namespace

std::vector<uint32_t> RowIndex::Place(const ViewTree& tree) {
  // The rows of op are a chain by order: they are all under the root here.
  const bool is_flat = tree.view->policy.is_flat;
  std::vector<uint32_t> place(tree.size());
  LibraryFiles libraries(tree.profile->strings);
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
        row_of_.try_emplace({parent, KeyOf(parent, NameOfRow(tree.NameOf(row)))},
                            static_cast<uint32_t>(rows_.size()));
    if (is_new) rows_.emplace_back();
    GateRow& placed = rows_[found->second];
    if (is_new || placed.is_recorded) {
      const CodeLocation location = OwnLocationOf(tree, row, libraries);
      placed = {NameOfRow(tree.NameOf(row)), parent, Shortened(location.file),
                location.line, TypesOf(tree, row)};
    }
    place[row] = found->second;
    if (known != nullptr) *known = found->second;
  }
  return place;
}

uint32_t RowIndex::PlaceRecorded(uint32_t parent, const std::string& name,
                                 uint64_t types) {
  const auto [found, is_new] =
      row_of_.try_emplace({parent, KeyOf(parent, name)},
                          static_cast<uint32_t>(rows_.size()));
  if (is_new) {
    rows_.push_back({.name = name,
                     .parent = parent,
                     .types = types,
                     .is_recorded = true});
  }
  return found->second;
}

}  // namespace tfprof
