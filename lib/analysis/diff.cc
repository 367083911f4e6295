// SPDX-License-Identifier: Apache-2.0
#include "analysis/diff.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "analysis/children.h"
#include "analysis/renames.h"
#include "analysis/row_keys.h"

namespace tfprof {

namespace {

Lists<uint32_t> ChildrenOf(const ViewTree& tree) {
  // The op view stores its rows as a chain; here all are under the root.
  const bool is_flat = tree.view->policy.is_flat;
  return ChildrenByParent(
      tree.size(), [&](uint32_t row) { return is_flat ? 0 : tree.parent[row]; });
}

std::vector<uint64_t> RowSignatures(
    const ViewTree& tree, const Lists<uint32_t>& children,
    const std::vector<RowKey>& keys) {
  std::vector<uint64_t> types, names;
  for (uint32_t row = 0; row < tree.size(); ++row) {
    types.push_back(HashOfTypes(tree, row));
    names.push_back(keys[row].Hash());
  }
  return SignaturesOf(children, types, names);
}

class Aligner {
 public:
  Aligner(const ViewTree& base, const ViewTree& now)
      : base_(base),
        now_(now),
        base_children_(ChildrenOf(base)),
        now_children_(ChildrenOf(now)),
        base_keys_(keys_.Of(base)),
        now_keys_(keys_.Of(now)),
        base_signatures_(RowSignatures(base, base_children_, base_keys_)),
        now_signatures_(RowSignatures(now, now_children_, now_keys_)) {}

  AlignedRows Run() {
    // A stack, so that rows come out in preorder.
    std::vector<AlignedRows::Row> stack = {
        {AlignedRows::kNone, 0, 0, 0, AlignedRows::Status::kSame}};
    while (!stack.empty()) {
      const AlignedRows::Row row = stack.back();
      stack.pop_back();
      const auto at = static_cast<uint32_t>(diff_.rows.size());
      diff_.rows.push_back(row);
      std::vector<AlignedRows::Row> below = ChildrenOfPair(row);
      for (size_t i = below.size(); i-- > 0;) {
        below[i].parent = at;
        below[i].depth = row.depth + 1;
        stack.push_back(below[i]);
      }
    }
    return std::move(diff_);
  }

 private:
  std::vector<AlignedRows::Row> ChildrenOfPair(
      const AlignedRows::Row& row) const;
  void FindRenamed(std::vector<uint32_t>& gone, std::vector<uint32_t>& added,
                   std::vector<AlignedRows::Row>& rows) const;

  const ViewTree& base_;
  const ViewTree& now_;
  const Lists<uint32_t> base_children_, now_children_;
  RowKeys keys_;
  const std::vector<RowKey> base_keys_, now_keys_;
  const std::vector<uint64_t> base_signatures_, now_signatures_;
  AlignedRows diff_;
};

std::vector<AlignedRows::Row> Aligner::ChildrenOfPair(
    const AlignedRows::Row& row) const {
  using enum AlignedRows::Status;
  constexpr std::span<const uint32_t> kNobody;
  const auto old_children =
      row.base == AlignedRows::kNone ? kNobody : base_children_[row.base];
  const auto new_children =
      row.now == AlignedRows::kNone ? kNobody : now_children_[row.now];
  std::unordered_map<RowKey, uint32_t, RowKeyHash> by_name;
  for (const uint32_t child : new_children) {
    by_name.try_emplace(now_keys_[child], child);
  }
  std::vector<AlignedRows::Row> rows;
  std::vector<uint32_t> gone, added;
  std::vector<bool> is_matched(now_.size() == 0 ? 0 : new_children.size());
  std::unordered_map<uint32_t, size_t> place;
  for (size_t i = 0; i < new_children.size(); ++i) place[new_children[i]] = i;
  for (const uint32_t child : old_children) {
    const auto found = by_name.find(base_keys_[child]);
    if (found == by_name.end() || is_matched[place[found->second]]) {
      gone.push_back(child);
      continue;
    }
    is_matched[place[found->second]] = true;
    rows.push_back({0, 0, child, found->second, kSame});
  }
  for (size_t i = 0; i < new_children.size(); ++i) {
    if (!is_matched[i]) added.push_back(new_children[i]);
  }
  FindRenamed(gone, added, rows);
  for (const uint32_t child : gone) {
    rows.push_back({0, 0, child, AlignedRows::kNone, kRemoved});
  }
  for (const uint32_t child : added) {
    rows.push_back({0, 0, AlignedRows::kNone, child, kAdded});
  }
  return rows;
}

void Aligner::FindRenamed(std::vector<uint32_t>& gone,
                          std::vector<uint32_t>& added,
                          std::vector<AlignedRows::Row>& rows) const {
  // Rows of the op view are op types, and types cannot be renamed.
  if (gone.empty() || added.empty() || base_.view->policy.is_flat) {
    return;
  }

  const std::vector<Rename> renames =
      FindRenames(gone, base_signatures_, added, now_signatures_);
  std::set<uint32_t> from, to;
  for (const Rename& rename : renames) {
    from.insert(rename.from);
    to.insert(rename.to);
    rows.push_back(
        {0, 0, rename.from, rename.to, AlignedRows::Status::kRenamed});
  }
  std::erase_if(gone, [&](uint32_t row) { return from.count(row) > 0; });
  std::erase_if(added, [&](uint32_t row) { return to.count(row) > 0; });
}

// The measures that were selected by name.
std::vector<Measure> MeasuresOf(const ViewTree& tree) {
  std::vector<Measure> measures;
  for (const MeasureInfo& info : Measures()) {
    if (tree.selection.Selects(info.id)) measures.push_back(info.id);
  }
  if (tree.selection.Selects(Detail::kOccurrence)) {
    measures.push_back(Measure::kRunCount);
    measures.push_back(Measure::kDefinitionCount);
  }
  return measures;
}

std::string_view WordOf(AlignedRows::Status status) {
  switch (status) {
    case AlignedRows::Status::kSame:
      return "";
    case AlignedRows::Status::kAdded:
      return "added";
    case AlignedRows::Status::kRemoved:
      return "removed";
    case AlignedRows::Status::kRenamed:
      return "renamed";
  }
  return "";
}

class DiffTable {
 public:
  DiffTable(const AlignedRows& diff, const ViewTree& base, const ViewTree& now,
            Measure measure, const LeastChange& least, int64_t most_depth)
      : diff_(diff),
        base_(base),
        now_(now),
        measure_(measure),
        least_(least),
        most_depth_(most_depth) {}

  Section Make() {
    Choose();
    Section section{std::string(InfoOf(measure_).key), {}, {}};
    if (!is_shown_.empty() && !is_shown_[0]) {
      section.notes.push_back("no change");
      return section;
    }
    const Unit unit = InfoOf(measure_).unit;
    table_.columns = {{"name"},
                      {"depth", Unit::kDepth},
                      {"status"},
                      {"old", unit},
                      {"new", unit},
                      {"change", unit},
                      {"change", Unit::kShare},
                      {"old self", unit},
                      {"new self", unit}};
    AddRows();
    section.block = std::move(table_);
    if (deeper_ > 0) {
      section.notes.push_back(
          deeper_ == 1
              ? "1 row lies deeper; a larger --max_depth shows it"
              : fmt::format("{} rows lie deeper; a larger --max_depth shows "
                            "them",
                            deeper_));
    }
    return section;
  }

 private:
  int64_t ValueOf(const ViewTree& tree, uint32_t row, bool is_self) const {
    if (row == AlignedRows::kNone) return 0;
    const TreeColumn& column = tree[measure_];
    // In op a total includes all rows after it: use self.
    const bool is_flat = tree.view->policy.is_flat;
    return (is_self || (is_flat && row != 0) ? column.self : column.total)[row];
  }

  int64_t Old(uint32_t row) const {
    return ValueOf(base_, diff_.rows[row].base, false);
  }

  int64_t New(uint32_t row) const {
    return ValueOf(now_, diff_.rows[row].now, false);
  }

  double ChangeOf(uint32_t row) const {
    return static_cast<double>(New(row)) - static_cast<double>(Old(row));
  }

  bool IsWorthARow(uint32_t row) const {
    const double change = std::abs(ChangeOf(row));
    if (change == 0) {
      // Without a limit, a row that is new or gone is shown even if it costs 0.
      const bool has_limit = least_.absolute > 0 || least_.share > 0;
      return diff_.rows[row].status != AlignedRows::Status::kSame && !has_limit;
    }
    if (change < least_.absolute) return false;
    const double old_value = std::abs(static_cast<double>(Old(row)));
    return old_value == 0 || change >= least_.share * old_value;
  }

  // Marks the rows worth showing, and those above them.
  void Choose() {
    is_shown_.assign(diff_.rows.size(), false);
    children_.resize(diff_.rows.size());
    for (uint32_t row = static_cast<uint32_t>(diff_.rows.size()); row-- > 0;) {
      if (IsWorthARow(row)) is_shown_[row] = true;
      if (!is_shown_[row] || row == 0) continue;
      is_shown_[diff_.rows[row].parent] = true;
      children_[diff_.rows[row].parent].push_back(row);
    }
    for (std::vector<uint32_t>& children : children_) {
      std::stable_sort(children.begin(), children.end(),
                       [&](uint32_t a, uint32_t b) {
                         const double x = std::abs(ChangeOf(a));
                         const double y = std::abs(ChangeOf(b));
                         return x != y ? x > y : a < b;
                       });
    }
  }

  void AddRows() {
    std::vector<uint32_t> stack = {0};
    while (!stack.empty()) {
      const uint32_t row = stack.back();
      stack.pop_back();
      if (static_cast<int64_t>(diff_.rows[row].depth) <= most_depth_) {
        AddRow(row);
      } else {
        ++deeper_;
      }
      for (size_t i = children_[row].size(); i-- > 0;) {
        stack.push_back(children_[row][i]);
      }
    }
  }

  void AddRow(uint32_t at) {
    const AlignedRows::Row& row = diff_.rows[at];
    std::vector<std::string_view> name;
    const auto add = [&name](RowName part) {
      if (!part.head.empty()) name.push_back(part.head);
      name.push_back(part.tail);
    };
    if (row.now == AlignedRows::kNone) add(base_.NameOf(row.base));
    if (row.status == AlignedRows::Status::kRenamed) {
      add(base_.NameOf(row.base));
      name.emplace_back(" -> ");
    }
    if (row.now != AlignedRows::kNone) add(now_.NameOf(row.now));
    const int64_t old_value = Old(at), new_value = New(at);
    table_.AddRow(
        {BorrowedText(name), static_cast<int64_t>(row.depth),
         std::string(WordOf(row.status)),
         row.base == AlignedRows::kNone ? Cell() : Cell(old_value),
         row.now == AlignedRows::kNone ? Cell() : Cell(new_value),
         ChangeCell(at),
         old_value == 0 ? Cell()
                        : Cell(ChangeOf(at) / static_cast<double>(old_value)),
         row.base == AlignedRows::kNone ? Cell()
                                        : Cell(ValueOf(base_, row.base, true)),
         row.now == AlignedRows::kNone ? Cell()
                                       : Cell(ValueOf(now_, row.now, true))});
  }

  Cell ChangeCell(uint32_t row) const {
    int64_t change = 0;
    if (__builtin_sub_overflow(New(row), Old(row), &change)) {
      return ChangeOf(row);
    }
    return change;
  }

  const AlignedRows& diff_;
  const ViewTree& base_;
  const ViewTree& now_;
  const Measure measure_;
  const LeastChange& least_;
  const int64_t most_depth_;
  size_t deeper_ = 0;  // rows that are left out
  Table table_;
  std::vector<bool> is_shown_;
  std::vector<std::vector<uint32_t>> children_;
};

}  // namespace

AlignedRows AlignTrees(const ViewTree& base, const ViewTree& now) {
  return Aligner(base, now).Run();
}

std::vector<Section> TablesOf(const AlignedRows& diff, const ViewTree& base,
                              const ViewTree& now, const LeastChange& least,
                              int64_t most_depth) {
  std::vector<Section> sections;
  for (const Measure measure : MeasuresOf(base)) {
    sections.push_back(
        DiffTable(diff, base, now, measure, least, most_depth).Make());
  }
  return sections;
}

}  // namespace tfprof
