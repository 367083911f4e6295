// SPDX-License-Identifier: Apache-2.0
#include "view/build_tree.h"

#include <algorithm>
#include <numeric>

#include "base/memory_limit.h"
#include "base/numbers.h"
#include "view/account.h"
#include "view/pick_rows.h"

namespace tfprof {

namespace {

class TreeBuilder {
 public:
  TreeBuilder(const View& view, const Forest& forest,
              const Selection& selection, const AccountedNodes& nodes,
              const StepValues& values, MeasureSet deciding, OwnValues own)
      : policy_(view.policy),
        forest_(forest),
        selection_(selection),
        values_(values),
        nodes_(nodes),
        deciding_(deciding),
        own_(std::move(own.own)),
        accounted_(std::move(own.accounted)),
        group_size_(std::move(own.group_size)) {
    for (size_t m = 0; m < kMeasureCount; ++m) had_[m] = !own_[m].empty();
  }

  void Run(ViewTree& tree) {
    Account();
    Start();
    Show();
    if (RedoesTotals()) Redo();
    // Rows of a flat view have no siblings.
    is_in_order_ = policy_.is_flat || selection_.is_unordered || HasOrder();
    Reserve(tree);
    if (is_in_order_) {
      EmitInOrder(tree);
    } else {
      Emit(tree);
    }
    FillColumns(tree);
  }

 private:
  void Account();
  void Start();
  void Show();
  void Redo();
  void Reserve(ViewTree& tree);
  bool HasOrder() const;
  void Emit(ViewTree& tree);
  void EmitInOrder(ViewTree& tree);
  void FillColumns(ViewTree& tree);

  bool IsShown(uint32_t row, int64_t depth) const;

  // True if some nodes of a row may not count.
  bool ChoosesMembers() const {
    return policy_.grouped && !nodes_.times.empty();
  }

  bool IsBeyondDepth(int64_t depth) const {
    return depth > selection_.max_depth;
  }

  // Valid until the next call.
  std::string_view NameOf(uint32_t row) const {
    return forest_.NameOf(row).In(name_);
  }

  bool RedoesTotals() const {
    return selection_.account_displayed_only && policy_.redo_totals;
  }

  void PackColumns(ViewTree& tree);
  void SortSiblings(std::span<uint32_t> rows) const;
  void Append(uint32_t row, uint32_t under, ViewTree& tree);

  const ViewPolicy& policy_;
  const Forest& forest_;
  const Selection& selection_;
  const StepValues& values_;
  const AccountedNodes& nodes_;
  const MeasureSet deciding_;  // measures whose limits some row may miss
  MeasureSet had_;             // measures with columns in own_
  Columns own_;
  Columns total_;
  std::vector<bool> accounted_;
  std::vector<uint32_t> group_size_;
  std::vector<bool> kept_;
  std::vector<bool> opened_;
  // By row: the closest shown ancestor of a shown row, or kHidden.
  std::vector<uint32_t> shown_under_;
  bool is_in_order_ = false;  // rows of the tree ascend in the forest
  bool is_whole_ = false;     // and the tree has all of them
  mutable std::string name_;  // storage for a row's name in one piece
};

void TreeBuilder::Account() {
  const size_t rows = forest_.size();
  kept_ = accounted_;
  kept_[0] = true;
  if (!policy_.splice_unaccounted) {
    for (size_t row = rows; row-- > 1;) {
      if (kept_[row]) kept_[forest_.parent[row]] = true;
    }
  }
  ForEachMeasure(had_, rows,
                 [&](size_t m) { AddUp(forest_, kept_, own_[m], total_[m]); });
}

void TreeBuilder::Start() {
  const RegexSet& start = selection_.start;
  const bool opens_all =
      start.is_everything() || (start.empty() && policy_.empty_start_opens_all);
  opened_.assign(forest_.size(), opens_all);
  if (opens_all) return;
  for (uint32_t row = 1; row < forest_.size();) {
    if (kept_[row] && start.Matches(NameOf(row))) {
      std::fill(opened_.begin() + row, opened_.begin() + forest_.end[row],
                true);
      row = forest_.end[row];
    } else {
      ++row;
    }
  }
}

bool TreeBuilder::IsShown(uint32_t row, int64_t depth) const {
  if (IsBeyondDepth(depth)) return false;
  for (const MeasureInfo& info : SelectableMeasures()) {
    const size_t m = IndexOf(info.id);
    if (!deciding_[m]) continue;
    // tfprof: limits on parameters and float ops look at the row itself in
    // views of single nodes, and at its total in views of groups.
    const bool on_self = info.limit_on_self && !policy_.grouped;
    const int64_t value = (on_self ? own_[m] : total_[m])[row];
    if (values_.ShownOf(m, value) < selection_.minimum[m]) return false;
  }
  // tfprof: scope and graph compare the runs of the row itself, op the size of
  // its group; code ignores the option.
  constexpr size_t kRuns = IndexOf(Measure::kRunCount);
  const int64_t occurrence = selection_.minimum[kRuns];
  if (!policy_.grouped && deciding_[kRuns] &&
      values_.Shown(own_[kRuns][row]) < occurrence) {
    return false;
  }
  if (policy_.is_flat && int64_t{group_size_[row]} < occurrence) return false;
  // A name in two parts may have a megabyte; patterns need it in one piece.
  const RegexSet& show = selection_.show;
  const RegexSet& hide = selection_.hide;
  if (!show.is_everything() && !show.Matches(NameOf(row))) return false;
  return hide.empty() || !hide.Matches(NameOf(row));
}

void TreeBuilder::Show() {
  const auto rows = static_cast<uint32_t>(forest_.size());
  // By row: its depth, and the closest shown row at or above it. Rows outside
  // of the tree are represented by their parent.
  std::vector<int32_t> depth(rows, policy_.root_depth);
  std::vector<uint32_t> closest(rows, 0);
  shown_under_.assign(rows, kHidden);
  shown_under_[0] = 0;
  const auto is_trimmed = [&](uint32_t row) {
    return !selection_.trim.empty() && selection_.trim.Matches(NameOf(row));
  };
  if (policy_.filters_root &&
      (is_trimmed(0) || IsBeyondDepth(policy_.root_depth))) {
    return;
  }
  for (uint32_t row = 1; row < rows;) {
    const uint32_t parent = forest_.parent[row];
    depth[row] = depth[parent];
    closest[row] = closest[parent];
    if (!kept_[row] || !opened_[row]) {
      ++row;
      continue;
    }
    // tfprof: hidden rows take a level of depth too.
    const int64_t own_depth = ++depth[row];
    const bool is_cut = is_trimmed(row) || IsBeyondDepth(own_depth);
    if (!(is_cut && policy_.trim_drops_row) && IsShown(row, own_depth)) {
      shown_under_[row] = closest[parent];
      closest[row] = row;
    }
    row = is_cut ? forest_.end[row] : row + 1;
  }
}

void TreeBuilder::Redo() {
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (had_[m]) AddUpShown(shown_under_, own_[m], total_[m]);
  }
}

void TreeBuilder::SortSiblings(std::span<uint32_t> rows) const {
  if (rows.size() < 2) return;
  const auto by_number = [&](auto value_of) {
    std::stable_sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
      return value_of(a) > value_of(b);
    });
  };
  if (selection_.order_by) {
    const auto& total = total_[IndexOf(*selection_.order_by)];
    if (!total.empty()) by_number([&](uint32_t row) { return total[row]; });
  } else if (selection_.order_by_occurrence && policy_.grouped) {
    by_number([&](uint32_t row) { return group_size_[row]; });
  } else {
    // tfprof: scope and graph order by name when asked for occurrence.
    const auto by_name = [&](uint32_t a, uint32_t b) {
      return forest_.IsBefore(a, b);
    };
    // Nearly always true, as forests are built in this order.
    if (std::is_sorted(rows.begin(), rows.end(), by_name)) return;
    std::stable_sort(rows.begin(), rows.end(), by_name);
  }
}

// Reserves room for the shown rows, so that columns do not grow by copying.
void TreeBuilder::Reserve(ViewTree& tree) {
  const auto hidden = std::ranges::count(shown_under_, kHidden);
  const size_t rows = shown_under_.size() - static_cast<size_t>(hidden);
  tree.accounted.reserve(rows);
  is_whole_ = is_in_order_ && rows == forest_.size();
  if (!is_whole_) tree.forest_rows.reserve(rows);
  if (ChoosesMembers()) tree.members.ReserveRows(rows);
}

// True if all shown rows are already in the requested order.
bool TreeBuilder::HasOrder() const {
  if (!forest_.is_by_name || selection_.order_by) return false;
  if (selection_.order_by_occurrence && policy_.grouped) return false;
  // Lifted rows get siblings that they were not sorted with.
  for (uint32_t row = 1; row < forest_.size(); ++row) {
    if (shown_under_[row] != kHidden &&
        shown_under_[row] != forest_.parent[row]) {
      return false;
    }
  }
  return true;
}

void TreeBuilder::Emit(ViewTree& tree) {
  const auto rows = static_cast<uint32_t>(forest_.size());
  // The shown children of each shown row, one list after the other.
  std::vector<uint32_t> begin(rows + 1, 0);
  for (uint32_t row = 1; row < rows; ++row) {
    if (shown_under_[row] != kHidden) ++begin[shown_under_[row] + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<uint32_t> children(begin.back());
  std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
  for (uint32_t row = 1; row < rows; ++row) {
    if (shown_under_[row] != kHidden) {
      children[next[shown_under_[row]]++] = row;
    }
  }

  struct Open {
    uint32_t next;  // in children
    uint32_t end;
    uint32_t under;  // a row of the tree
  };

  std::vector<Open> open;
  const auto enter = [&](uint32_t row, uint32_t under) {
    const auto emitted = static_cast<uint32_t>(tree.size());
    Append(row, under, tree);
    SortSiblings(
        std::span(children).subspan(begin[row], begin[row + 1] - begin[row]));
    open.push_back({begin[row], begin[row + 1], emitted});
  };
  enter(0, 0);
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == top.end) {
      open.pop_back();
    } else {
      enter(children[top.next++], top.under);
    }
  }
}

// If siblings keep the order of the forest, all rows do.
void TreeBuilder::EmitInOrder(ViewTree& tree) {
  Append(0, 0, tree);
  uint32_t under = 0;
  for (uint32_t row = 1; row < forest_.size(); ++row) {
    if (shown_under_[row] == kHidden) continue;
    while (tree.ForestRow(under) != shown_under_[row]) {
      under = tree.parent[under];
    }
    Append(row, under, tree);
    under = static_cast<uint32_t>(tree.size() - 1);
  }
}

void TreeBuilder::Append(uint32_t row, uint32_t under, ViewTree& tree) {
  tree.depth.push_back(tree.size() == 0 ? 0 : tree.depth[under] + 1);
  tree.parent.push_back(under);
  tree.accounted.push_back(accounted_[row]);
  if (!is_whole_) tree.forest_rows.push_back(row);
  if (!ChoosesMembers()) return;
  for (const NodeId node : forest_.members[row]) {
    if (nodes_.Times(node) > 0) tree.members.Push(node);
  }
  tree.members.EndRow();
}

// Frees the rows of the forest measure by measure.
void TreeBuilder::FillColumns(ViewTree& tree) {
  shown_under_ = std::vector<uint32_t>();
  group_size_ = std::vector<uint32_t>();
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (selection_.columns[m]) continue;
    own_[m] = Column<int64_t>();
    total_[m] = Column<int64_t>();
  }
  const MeasureSet shown = selection_.columns & had_;
  PickRows(values_, tree, is_in_order_, shown, own_, total_);
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (shown[m]) tree.columns[m] = {std::move(own_[m]), std::move(total_[m])};
  }
}

}  // namespace

ViewTree BuildTree(const Profile& profile, const View& view,
                   const Forest& forest,
                   std::shared_ptr<const StepValues> values,
                   const Selection& selection) {
  const AllocationScope keeping("the rows of a view");
  ViewTree tree;
  tree.view = &view;
  tree.profile = &profile;
  tree.forest = &forest;
  tree.selection = selection;
  const AccountedNodes nodes =
      MatchAccount(profile, selection.account, view.policy.placeholder_type);
  MeasureSet needed = NeededMeasures(selection, *values);
  const MeasureSet deciding = DecidingMeasures(selection, *values, needed);
  const auto own_of = [&](const Forest& rows, MeasureSet measures) {
    return ComputeOwn(rows, view.policy, *values, nodes, selection, measures);
  };
  const auto run = [&](const Forest& rows) {
    TreeBuilder(view, rows, selection, nodes, *values, deciding,
                own_of(rows, needed))
        .Run(tree);
  };
  std::vector<uint32_t> order;
  const bool is_ordered = selection.order_by || selection.order_by_occurrence;
  if (view.policy.is_flat && is_ordered) {
    MeasureSet ordering;
    if (selection.order_by) ordering.set(IndexOf(*selection.order_by));
    order = OrderOfRows(forest, own_of(forest, ordering), selection);
  }
  if (order.empty()) run(forest);
  if (!order.empty()) {
    run(ChainOf(forest, order));
    tree.Reorder(std::move(order));
  }
  tree.values = std::move(values);
  return tree;
}

}  // namespace tfprof
