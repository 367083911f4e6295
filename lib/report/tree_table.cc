// SPDX-License-Identifier: Apache-2.0
#include "report/tree_table.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "report/ranking.h"
#include "view/details.h"

namespace tfprof {

namespace {

// The selected measures, the one that orders rows first. CPU times are left out
// if they are the whole because there are no accelerator times.
std::vector<Measure> MeasuresOf(const ViewTree& tree) {
  const Selection& selection = tree.selection;
  std::vector<Measure> measures;
  const auto add = [&](Measure measure) {
    const bool is_there =
        std::find(measures.begin(), measures.end(), measure) != measures.end();
    if (!is_there && selection.Shows(measure)) measures.push_back(measure);
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

TableColumn ColumnOf(Measure measure) {
  return {.title = std::string(InfoOf(measure).title),
          .unit = InfoOf(measure).unit,
          .is_optional = true};
}

std::string Joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

// The details of a row besides its measures, in the order of DetailColumns.
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
    // Hidden rows count in the whole, which is the root's total.
    const TreeColumn& column = tree[measures[0]];
    double elsewhere = static_cast<double>(column.total[0]);
    for (uint32_t row = 1; row < tree.size(); ++row) {
      elsewhere -= static_cast<double>(column.self[row]);
    }
    Rank(table, {.of = table.columns[0].title, .elsewhere = elsewhere});
  }
  return table;
}

// The shown rows of a tree, which take more memory as cells than in the tree.
class TreeTable {
 public:
  explicit TreeTable(const ViewTree& tree)
      : tree_(tree), measures_(MeasuresOf(tree)) {
    std::vector<uint32_t> children(tree.size());
    for (uint32_t row = 1; row < tree.size(); ++row) {
      ++children[tree.parent[row]];
    }
    std::vector<Place> places(tree.size());
    for (uint32_t row = 0; row < tree.size(); ++row) {
      Place& place = places[row];
      const bool is_link = row > 0 && children[row] == 1 && HasNoOwn(row);
      if (row > 0) Follow(places[tree.parent[row]], row, is_link, place);
      if (is_link) continue;
      shown_.push_back({row, place});
      place = {.base = row, .depth = place.depth + 1};
    }
  }

  size_t size() const { return shown_.size(); }

  Table WithoutRows() const;
  std::vector<Cell> RowAt(size_t row) const;

 private:
  // The position of the rows below a row, and the prefix of their names.
  struct Place {
    uint32_t base = 0;  // the shown row above
    uint32_t depth = 0;
    uint32_t links = 0;  // rows between `base` and this one that are not shown
    uint32_t first = 0;  // the topmost of these
  };

  struct Shown {
    uint32_t row = 0;
    Place place;
  };

  // Sets `place` for the rows below `row`; `above` is the place of `row`
  // itself.
  static void Follow(const Place& above, uint32_t row, bool is_link,
                     Place& place) {
    place = above;
    if (!is_link) return;
    if (place.links++ == 0) place.first = row;
  }

  // True if its whole cost comes from the rows below it.
  bool HasNoOwn(uint32_t row) const {
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
    // A copy: erasing the front would keep the allocation of the whole name.
    const std::string below = name.substr(above.size() + 1);
    // The last part of a name that ends with a slash has no letter.
    return below.empty() ? "/" : below;
  }

  std::string NameOf(uint32_t row, const Place& place) const {
    if (row == 0) return "(all)";
    std::string name = NameBelow(place.base, row);
    if (place.links == 0) return name;
    const std::string whole = tree_.NameOf(row).str();
    const std::string first = tree_.NameOf(place.first).str();
    // The name of a scope contains the names of the scopes around it.
    if (whole.size() > first.size() && whole.starts_with(first)) return name;
    return fmt::format("{} > {}{}", NameBelow(place.base, place.first),
                       place.links > 1 ? "… > " : "", name);
  }

  const ViewTree& tree_;
  const std::vector<Measure> measures_;
  std::vector<Shown> shown_;
};

Table TreeTable::WithoutRows() const {
  Table table;
  for (size_t i = 0; i < measures_.size(); ++i) {
    const TableColumn column = ColumnOf(measures_[i]);
    if (i == 0) {
      table.columns.push_back({"share", Unit::kShare});
      table.shares = 0;
      table.shares_of = column.title;
    }
    table.columns.push_back(column);
    if (i == 0) table.columns.push_back({"self", column.unit, true});
  }
  table.columns.push_back({"depth", Unit::kDepth});
  table.columns.push_back({"name"});
  AddDetailColumns(tree_, table);
  return table;
}

std::vector<Cell> TreeTable::RowAt(size_t number) const {
  const auto& [row, place] = shown_[number];
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
  cells.emplace_back(int64_t{place.depth});
  cells.emplace_back(NameOf(row, place));
  AddDetails(tree_, row, cells);
  return cells;
}

}  // namespace

Table TableOf(const ViewTree& tree) {
  if (tree.view->policy.is_flat) return ListOf(tree);
  const auto rows = std::make_shared<const TreeTable>(tree);
  Table table = rows->WithoutRows();
  table.AddRows(rows->size(), true,
                [rows](size_t row) { return rows->RowAt(row); });
  return table;
}

}  // namespace tfprof
