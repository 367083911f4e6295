// SPDX-License-Identifier: Apache-2.0
#include "report/tree_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/ranking.h"
#include "view/details.h"

namespace tfprof {

namespace {

// The measures that were asked for, the one that orders rows in front. Without
// accelerator times, the CPU times are the whole and left out.
std::vector<Measure> MeasuresOf(const ViewTree& tree) {
  const Selection& selection = tree.selection;
  std::vector<Measure> measures;
  const auto add = [&](Measure measure) {
    const bool is_there =
        std::find(measures.begin(), measures.end(), measure) != measures.end();
    if (!is_there && !tree[measure].self.empty()) measures.push_back(measure);
  };
  if (selection.order_by) add(*selection.order_by);
  const bool has_accelerator = tree[Measure::kAcceleratorMicros].HasCosts();
  for (const MeasureInfo& info : Measures()) {
    const bool is_part = info.id == Measure::kAcceleratorMicros ||
                         info.id == Measure::kCpuMicros;
    if (selection.Selects(info.id) ||
        (is_part && has_accelerator && selection.Shows(info.id))) {
      add(info.id);
    }
  }
  if (selection.Selects(Detail::kOccurrence)) {
    add(Measure::kRunCount);
    add(Measure::kDefinitionCount);
  }
  return measures;
}

Column ColumnOf(Measure measure) {
  return {.title = std::string(InfoOf(measure).title),
          .unit = InfoOf(measure).unit,
          .is_optional = true};
}

std::string Joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

// What a row says beside its measures, in the order of DetailColumns.
void AddDetails(const ViewTree& tree, uint32_t row, std::vector<Cell>& cells) {
  if (tree.selection.Selects(Detail::kDevice)) {
    cells.emplace_back(Joined(RowDevices(tree, row)));
  }
  if (tree.selection.Selects(Detail::kOpTypes)) {
    cells.emplace_back(Joined(RowTypes(tree, row)));
  }
}

void AddDetailColumns(const ViewTree& tree, Table& table) {
  if (tree.selection.Selects(Detail::kDevice)) {
    table.columns.push_back({"device"});
  }
  if (tree.selection.Selects(Detail::kOpTypes)) {
    table.columns.push_back({"op types"});
  }
}

Table ListOf(const ViewTree& tree) {
  const std::vector<Measure> measures = MeasuresOf(tree);
  Table table;
  for (const Measure measure : measures) {
    table.columns.push_back(ColumnOf(measure));
  }
  table.columns.push_back({"name"});
  AddDetailColumns(tree, table);
  for (uint32_t row = 1; row < tree.size(); ++row) {
    std::vector<Cell> cells;
    for (const Measure measure : measures) {
      cells.emplace_back(tree[measure].self[row]);
    }
    cells.emplace_back(std::string(tree.NameOf(row).str()));
    AddDetails(tree, row, cells);
    table.AddRow(std::move(cells));
  }
  if (tree.selection.order_by) {
    // Rows that are hidden count in the whole, which is the root's.
    const TreeColumn& column = tree[measures[0]];
    double elsewhere = static_cast<double>(column.total[0]);
    for (uint32_t row = 1; row < tree.size(); ++row) {
      elsewhere -= static_cast<double>(column.self[row]);
    }
    Rank(table, {.of = table.columns[0].title, .elsewhere = elsewhere});
  }
  return table;
}

class TreeTable {
 public:
  explicit TreeTable(const ViewTree& tree)
      : tree_(tree), measures_(MeasuresOf(tree)), places_(tree.size()) {
    children_.assign(tree.size(), 0);
    for (uint32_t row = 1; row < tree.size(); ++row) {
      ++children_[tree.parent[row]];
    }
  }

  Table Make() {
    AddColumns();
    for (uint32_t row = 0; row < tree_.size(); ++row) {
      Place& place = places_[row];
      if (row > 0) Follow(places_[tree_.parent[row]], row, place);
      if (IsLink(row)) continue;
      AddRow(row, place);
      place = {.base = row, .depth = place.depth + 1};
    }
    return std::move(table_);
  }

 private:
  // Where the rows below a row are shown, and how their names begin.
  struct Place {
    uint32_t base = 0;  // the shown row above
    int64_t depth = 0;
    uint32_t links = 0;  // rows below `base` that are not shown
    uint32_t first = 0;  // the first of these
  };

  // Sets `place` for the rows below `row`, which itself is at `above`.
  void Follow(const Place& above, uint32_t row, Place& place) const {
    place = above;
    if (!IsLink(row)) return;
    if (place.links++ == 0) place.first = row;
  }

  // Whether all of its cost is that of the one row below it.
  bool IsLink(uint32_t row) const {
    if (row == 0 || children_[row] != 1) return false;
    return std::all_of(measures_.begin(), measures_.end(),
                       [&](Measure m) { return tree_[m].self[row] == 0; });
  }

  std::string NameBelow(uint32_t base, uint32_t row) const {
    std::string name = tree_.NameOf(row).str();
    const std::string above = tree_.NameOf(base).str();
    if (name.size() <= above.size() || !name.starts_with(above) ||
        name[above.size()] != '/') {
      return name;
    }
    // Copied: erasing the front would keep the memory of the whole name.
    const std::string below = name.substr(above.size() + 1);
    // A name that ends with a slash has a last part without a letter.
    return below.empty() ? "/" : below;
  }

  std::string NameOf(uint32_t row, const Place& place) const {
    if (row == 0) return "(all)";
    std::string name = NameBelow(place.base, row);
    if (place.links == 0) return name;
    const std::string whole = tree_.NameOf(row).str();
    const std::string first = tree_.NameOf(place.first).str();
    // The name of a scope has those of the scopes around it.
    if (whole.size() > first.size() && whole.starts_with(first)) return name;
    return fmt::format("{} > {}{}", NameBelow(place.base, place.first),
                       place.links > 1 ? "… > " : "", name);
  }

  void AddColumns() {
    for (size_t i = 0; i < measures_.size(); ++i) {
      const Column column = ColumnOf(measures_[i]);
      if (i == 0) {
        table_.columns.push_back({"share", Unit::kShare});
        table_.shares = 0;
        table_.shares_of = column.title;
      }
      table_.columns.push_back(column);
      if (i == 0) table_.columns.push_back({"self", column.unit, true});
    }
    table_.columns.push_back({"depth", Unit::kDepth});
    table_.columns.push_back({"name"});
    AddDetailColumns(tree_, table_);
  }

  void AddRow(uint32_t row, const Place& place) {
    std::vector<Cell> cells;
    for (size_t i = 0; i < measures_.size(); ++i) {
      const TreeColumn& column = tree_[measures_[i]];
      if (i == 0) {
        const auto whole = static_cast<double>(column.total[0]);
        const auto part = static_cast<double>(column.total[row]);
        cells.push_back(whole > 0 ? Cell(part / whole) : Cell());
      }
      cells.emplace_back(column.total[row]);
      if (i == 0) cells.emplace_back(column.self[row]);
    }
    cells.emplace_back(place.depth);
    cells.emplace_back(NameOf(row, place));
    AddDetails(tree_, row, cells);
    table_.AddRow(std::move(cells));
  }

  const ViewTree& tree_;
  const std::vector<Measure> measures_;
  std::vector<uint32_t> children_;  // by row, how many it has
  std::vector<Place> places_;       // by row, of what is below it
  Table table_;
};

}  // namespace

Table TableOf(const ViewTree& tree) {
  return tree.view->policy.is_flat ? ListOf(tree) : TreeTable(tree).Make();
}

}  // namespace tfprof
