// SPDX-License-Identifier: Apache-2.0
#include "analysis/diff.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
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
  return ChildrenByParent(tree.size(), [&](uint32_t row) {
    return is_flat ? 0 : tree.parent[row];
  });
}

std::vector<uint64_t> RowSignatures(const ViewTree& tree,
                                    const Lists<uint32_t>& children,
                                    const RowKeys& keys) {
  return SignaturesOf(
      children, [&](uint32_t row) { return HashOfTypes(tree, row); },
      [&](uint32_t row) { return keys.HashOf(row); });
}

class Aligner {
 public:
  Aligner(const ViewTree& base, const ViewTree& now)
      : base_(base),
        now_(now),
        base_children_(ChildrenOf(base)),
        now_children_(ChildrenOf(now)),
        base_keys_(maker_.Of(base)),
        now_keys_(maker_.Of(now)) {}

  AlignedRows Run() {
    AlignedRows aligned;
    aligned.rows.reserve(std::max(base_.size(), now_.size()));
    // A stack, so that rows come out in preorder.
    std::vector<AlignedRows::Row> stack = {
        {AlignedRows::kNone, 0, 0, 0, AlignedRows::Status::kSame}};
    while (!stack.empty()) {
      const AlignedRows::Row row = stack.back();
      stack.pop_back();
      const auto at = static_cast<uint32_t>(aligned.rows.size());
      aligned.rows.push_back(row);
      const size_t before = stack.size();
      AddChildrenOfPair(row, stack);
      for (size_t i = before; i < stack.size(); ++i) {
        stack[i].parent = at;
        stack[i].depth = row.depth + 1;
      }
      std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(before),
                   stack.end());
    }
    return aligned;
  }

 private:
  void AddChildrenOfPair(const AlignedRows::Row& row,
                         std::vector<AlignedRows::Row>& rows);
  void FindRenamed(std::vector<uint32_t>& gone, std::vector<uint32_t>& added,
                   std::vector<AlignedRows::Row>& rows);
  static void TakeRenames(const std::vector<Rename>& renames,
                          std::vector<uint32_t>& gone,
                          std::vector<uint32_t>& added,
                          std::vector<AlignedRows::Row>& rows);

  const ViewTree& base_;
  const ViewTree& now_;
  const Lists<uint32_t> base_children_, now_children_;
  RowKeyMaker maker_;
  const RowKeys base_keys_, now_keys_;
  // Made when something may have been renamed.
  std::vector<uint64_t> base_signatures_, now_signatures_;
};

void Aligner::AddChildrenOfPair(const AlignedRows::Row& row,
                                std::vector<AlignedRows::Row>& rows) {
  using enum AlignedRows::Status;
  constexpr std::span<const uint32_t> kNobody;
  const auto old_children =
      row.base == AlignedRows::kNone ? kNobody : base_children_[row.base];
  const auto new_children =
      row.now == AlignedRows::kNone ? kNobody : now_children_[row.now];
  // The first of several with one name counts.
  std::vector<uint32_t> by_hash(new_children.begin(), new_children.end());
  const auto hash = [&](uint32_t child) { return now_keys_.HashOf(child); };
  std::ranges::stable_sort(by_hash, {}, hash);
  std::vector<bool> is_matched(by_hash.size());
  const auto place_of = [&](uint32_t old_child) {
    const RowKey key = base_keys_[old_child];
    auto at = std::ranges::lower_bound(by_hash, base_keys_.HashOf(old_child),
                                       {}, hash);
    while (at != by_hash.end() && hash(*at) == base_keys_.HashOf(old_child) &&
           !(now_keys_[*at] == key)) {
      ++at;
    }
    const bool is_found =
        at != by_hash.end() && hash(*at) == base_keys_.HashOf(old_child);
    return is_found ? static_cast<size_t>(at - by_hash.begin())
                    : by_hash.size();
  };
  std::vector<uint32_t> gone, added;
  for (const uint32_t child : old_children) {
    const size_t place = place_of(child);
    if (place == by_hash.size() || is_matched[place]) {
      gone.push_back(child);
      continue;
    }
    is_matched[place] = true;
    rows.push_back({0, 0, child, by_hash[place], kSame});
  }
  for (size_t place = 0; place < by_hash.size(); ++place) {
    if (!is_matched[place]) added.push_back(by_hash[place]);
  }
  std::ranges::sort(added);
  FindRenamed(gone, added, rows);
  for (const uint32_t child : gone) {
    rows.push_back({0, 0, child, AlignedRows::kNone, kRemoved});
  }
  for (const uint32_t child : added) {
    rows.push_back({0, 0, AlignedRows::kNone, child, kAdded});
  }
}

void Aligner::FindRenamed(std::vector<uint32_t>& gone,
                          std::vector<uint32_t>& added,
                          std::vector<AlignedRows::Row>& rows) {
  // Rows of the op view are op types, and types cannot be renamed.
  if (gone.empty() || added.empty() || base_.view->policy.is_flat) {
    return;
  }
  const auto name = [](const RowKeys& keys) {
    return [&keys](uint32_t row) { return keys[row].tail; };
  };
  const auto types = [](const ViewTree& tree) {
    return [&tree](uint32_t row) { return HashOfTypes(tree, row); };
  };
  TakeRenames(FindLayoutRenames(gone, added, name(base_keys_), name(now_keys_),
                                types(base_), types(now_)),
              gone, added, rows);
  if (gone.empty() || added.empty()) return;
  if (base_signatures_.empty()) {
    base_signatures_ = RowSignatures(base_, base_children_, base_keys_);
    now_signatures_ = RowSignatures(now_, now_children_, now_keys_);
  }
  TakeRenames(FindRenames(gone, base_signatures_, added, now_signatures_), gone,
              added, rows);
}

void Aligner::TakeRenames(const std::vector<Rename>& renames,
                          std::vector<uint32_t>& gone,
                          std::vector<uint32_t>& added,
                          std::vector<AlignedRows::Row>& rows) {
  std::vector<uint32_t> from, to;  // ascending
  for (const Rename& rename : renames) {
    from.push_back(rename.from);
    to.push_back(rename.to);
    rows.push_back(
        {0, 0, rename.from, rename.to, AlignedRows::Status::kRenamed});
  }
  std::ranges::sort(to);
  std::erase_if(gone, [&](uint32_t row) {
    return std::ranges::binary_search(from, row);
  });
  std::erase_if(
      added, [&](uint32_t row) { return std::ranges::binary_search(to, row); });
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

// Makes the rows when they are written.
class DiffTable : public std::enable_shared_from_this<DiffTable> {
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
    shown_ = ShownRows();
    const Unit unit = InfoOf(measure_).unit;
    Table table;
    table.columns = {{"name"},
                     {"depth", Unit::kDepth},
                     {"status"},
                     {"old", unit},
                     {"new", unit},
                     {"change", unit},
                     {"change", Unit::kShare},
                     {"old self", unit},
                     {"new self", unit}};
    table.AddRows(shown_.size(), true, [self = shared_from_this()](size_t row) {
      return self->CellsOf(self->shown_[row]);
    });
    section.block = std::move(table);
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
    for (uint32_t row = static_cast<uint32_t>(diff_.rows.size()); row-- > 0;) {
      if (IsWorthARow(row)) is_shown_[row] = true;
      if (is_shown_[row] && row > 0) is_shown_[diff_.rows[row].parent] = true;
    }
  }

  // In preorder, siblings by the size of their change.
  std::vector<uint32_t> ShownRows() {
    std::vector<uint32_t> shown;
    std::vector<uint32_t> stack = {0};
    const Lists<uint32_t> children =
        ChildrenByParent(diff_.rows.size(),
                         [&](uint32_t row) { return diff_.rows[row].parent; });
    while (!stack.empty()) {
      const uint32_t row = stack.back();
      stack.pop_back();
      if (static_cast<int64_t>(diff_.rows[row].depth) <= most_depth_) {
        shown.push_back(row);
      } else {
        ++deeper_;
      }
      const auto before = static_cast<std::ptrdiff_t>(stack.size());
      for (const uint32_t child : children[row]) {
        if (is_shown_[child]) stack.push_back(child);
      }
      // The last is shown first.
      std::sort(stack.begin() + before, stack.end(),
                [&](uint32_t a, uint32_t b) {
                  const double x = std::abs(ChangeOf(a));
                  const double y = std::abs(ChangeOf(b));
                  return x != y ? x < y : a > b;
                });
    }
    return shown;
  }

  std::vector<Cell> CellsOf(uint32_t at) const {
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
    return {
        BorrowedText(name),
        static_cast<int64_t>(row.depth),
        std::string(WordOf(row.status)),
        row.base == AlignedRows::kNone ? Cell() : Cell(old_value),
        row.now == AlignedRows::kNone ? Cell() : Cell(new_value),
        ChangeCell(at),
        old_value == 0 ? Cell()
                       : Cell(ChangeOf(at) / static_cast<double>(old_value)),
        row.base == AlignedRows::kNone ? Cell()
                                       : Cell(ValueOf(base_, row.base, true)),
        row.now == AlignedRows::kNone ? Cell()
                                      : Cell(ValueOf(now_, row.now, true))};
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
  const LeastChange least_;
  const int64_t most_depth_;
  size_t deeper_ = 0;            // rows that are left out
  std::vector<bool> is_shown_;   // by row of diff_
  std::vector<uint32_t> shown_;  // those that are rows, in order
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
        std::make_shared<DiffTable>(diff, base, now, measure, least, most_depth)
            ->Make());
  }
  return sections;
}

}  // namespace tfprof
