// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/step_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "model/step_values.h"

namespace tfprof {

namespace {

// True if no node's value is negative in any step, and no sum wraps. `base` is
// the cost of nodes when nothing runs.
bool IsPlain(const Profile& profile, const NumberColumn& base,
             Measure measure) {
  int64_t least = 0;
  double sum = 0;
  const auto take = [&](int64_t value, double times) {
    least = std::min(least, value);
    sum += static_cast<double>(value) * times;
  };
  for (size_t node = 0; node < base.rows(); ++node) take(base[node], 1);
  const NodeStepTable& runs = profile.node_steps;
  for (uint32_t run = 0; run < runs.size(); ++run) {
    if (measure == Measure::kFloatOps) {
      take(profile.nodes.float_ops[runs.node[run].value],
           static_cast<double>(runs.run_count[run]));
    } else if (measure == Measure::kMicros) {
      take(runs.accelerator_us[run], 1);
      take(runs.cpu_us[run], 1);
    } else {
      take(CostOfRun(profile, measure, run), 1);
    }
  }
  return least >= 0 && sum < 0x1p61;
}

}  // namespace

Selection RowsOfAnyStep(const Selection& selection) {
  Selection all = selection;
  all.minimum.fill(std::numeric_limits<int64_t>::min());
  if (all.order_by) {
    all.order_by.reset();
    all.is_unordered = true;
  }
  return all;
}

StepOrder::StepOrder(const ViewTree& all, const Selection& selection)
    : profile_(*all.profile),
      forest_(*all.forest),
      by_forest_(selection.is_unordered),
      row_of_(all.profile->nodes.size(), 0),
      place_(all.forest->size(), 0) {
  for (uint32_t place = 1; place < all.size(); ++place) {
    place_[all.ForestRow(place)] = place;
  }
  AddCosts(all, selection);
  const bool has_order_of_places =
      !order_ && std::none_of(limits_.begin(), limits_.end(),
                              [](const Cost& cost) {
                                return cost.on_self || !cost.is_plain;
                              });
  if (!has_order_of_places) above_.emplace(forest_, is_always_shown_);
}

// Fills row_of_, the costs and is_always_shown_.
void StepOrder::AddCosts(const ViewTree& all, const Selection& selection) {
  const ViewPolicy& policy = all.view->policy;
  const StepValues values = ValuesOfNoRun(profile_);
  const AccountedNodes nodes =
      MatchAccount(profile_, selection.account, policy.placeholder_type);
  const std::vector<bool> counts =
      ComputeOwn(forest_, policy, values, nodes, selection, {}).accounted;
  for (uint32_t row = 1; row < forest_.size(); ++row) {
    if (!counts[row]) continue;
    for (const NodeId node : forest_.members[row]) row_of_[node.value] = row;
  }
  const auto own_of = [&](Measure measure) {
    return OwnColumn(forest_, policy, values, nodes, IndexOf(measure));
  };
  const auto total_of = [&](Measure measure, const std::vector<bool>& rows) {
    NumberColumn total;
    AddUp(forest_, rows, own_of(measure), total);
    return total;
  };
  for (const MeasureInfo& info : Measures()) {
    if (info.min_option.empty()) continue;
    const size_t m = IndexOf(info.id);
    const bool is_plain = IsPlain(profile_, values.column[m], info.id);
    // A limit of 0 hides negative values.
    if (is_plain && selection.minimum[m] <= 0) continue;
    limits_.push_back({.measure = info.id,
                       .on_self = info.limit_on_self,
                       .is_plain = is_plain,
                       .least = selection.minimum[m],
                       .base = info.limit_on_self ? own_of(info.id)
                                                  : total_of(info.id, counts)});
  }
  FindAlwaysShown();
  if (!selection.order_by) return;
  order_ = Cost{.measure = *selection.order_by};
  if (!selection.account_displayed_only) {
    order_->base = total_of(order_->measure, counts);
    return;
  }
  // Measures with limits on totals have no base.
  shows_only_what_ran_ =
      std::any_of(limits_.begin(), limits_.end(), [](const Cost& limit) {
        return !limit.on_self && limit.least > 0;
      });
  order_->base = total_of(order_->measure,
                          shows_only_what_ran_
                              ? std::vector<bool>(forest_.size(), false)
                              : is_always_shown_);
  shown_base_.emplace();
  shown_base_->own = own_of(order_->measure);
  shown_base_->down_to = NumberColumn(forest_.size());
  for (uint32_t row = 1; row < forest_.size(); ++row) {
    shown_base_->down_to.Add(row, shown_base_->down_to[forest_.parent[row]]);
    if (is_always_shown_[row]) {
      shown_base_->down_to.Add(row, shown_base_->own[row]);
    }
  }
}

void StepOrder::FindAlwaysShown() {
  is_always_shown_.resize(forest_.size());
  for (uint32_t row = 1; row < forest_.size(); ++row) {
    is_always_shown_[row] =
        place_[row] != 0 &&
        std::all_of(limits_.begin(), limits_.end(), [&](const Cost& cost) {
          return !cost.on_self || cost.base[row] >= cost.least;
        });
  }
}

std::vector<NodeId> StepOrder::Of(std::span<const uint32_t> runs) {
  FindRan(runs);
  FindMarks();
  for (Cost& limit : limits_) AddUpRuns(limit);
  shown_.clear();
  for (const Ran& ran : ran_) {
    if (!shown_.empty() && shown_.back() == ran.row) continue;
    if (IsShown(ran.row)) shown_.push_back(ran.row);
  }
  if (order_ && shown_base_) {
    AddUpShown(*order_);
  } else if (order_) {
    AddUpRuns(*order_);
  }
  std::vector<uint32_t> rows;
  if (above_) {
    rows = InOrder(RowsThatDecide());
  } else {
    rows = shown_;
    std::sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
      return place_[a] < place_[b];
    });
  }
  std::vector<NodeId> nodes;
  nodes.reserve(rows.size());
  for (const uint32_t row : rows) nodes.push_back(forest_.members[row][0]);
  return nodes;
}

void StepOrder::FindRan(std::span<const uint32_t> runs) {
  ran_.clear();
  for (const uint32_t run : runs) {
    const uint32_t row = row_of_[profile_.node_steps.node[run].value];
    if (row != 0) ran_.push_back({row, run});
  }
  std::sort(ran_.begin(), ran_.end(), [](const Ran& a, const Ran& b) {
    return std::pair(a.row, a.run) < std::pair(b.row, b.run);
  });
}

// Finds the root, the rows that ran and, if ancestors decide, the lowest common
// ancestor of each two consecutive rows: these include the lowest common
// ancestor of any two.
void StepOrder::FindMarks() {
  std::vector<uint32_t> rows = {0};
  for (size_t i = 0; i < ran_.size(); ++i) {
    const uint32_t row = ran_[i].row;
    rows.push_back(row);
    if (!above_ || i == 0 || ran_[i - 1].row == row) continue;
    rows.push_back(
        above_->At(row, above_->CommonDepth(ran_[i - 1].row, row)));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  marks_.clear();
  std::vector<uint32_t> path = {0};
  for (const uint32_t row : rows) {
    while (row >= forest_.end[path.back()]) path.pop_back();
    marks_.push_back({row, path.back()});
    path.push_back(row);
  }
}

template <typename CostOfMark>
void StepOrder::AddUpMarks(Cost& cost, const CostOfMark& cost_of) const {
  cost.sums.assign(1, 0);
  auto ran = ran_.begin();
  for (const Mark& mark : marks_) {
    int64_t of_runs = 0;
    for (; ran != ran_.end() && ran->row == mark.row; ++ran) {
      of_runs = WrapAdd(of_runs, CostOfRun(profile_, cost.measure, ran->run));
    }
    cost.sums.push_back(WrapAdd(cost.sums.back(), cost_of(mark, of_runs)));
  }
}

void StepOrder::AddUpRuns(Cost& cost) const {
  AddUpMarks(cost, [](const Mark&, int64_t of_runs) { return of_runs; });
}

// The total already includes the base of rows that are shown without running.
void StepOrder::AddUpShown(Cost& cost) const {
  AddUpMarks(cost, [&](const Mark& mark, int64_t of_runs) -> int64_t {
    const uint32_t row = mark.row;
    if (row == 0) return 0;
    int64_t more = 0;
    const bool reaches = ReachesTotals(row);
    if (reaches == shows_only_what_ran_) {
      const int64_t base = WrapSubtract(shown_base_->down_to[row],
                                        shown_base_->down_to[mark.above]);
      more = reaches ? base : WrapSubtract(0, base);
    }
    const bool is_shown = IsShown(row);
    if (is_shown) more = WrapAdd(more, of_runs);
    const int64_t own = shown_base_->own[row];
    if (is_shown && !is_always_shown_[row]) more = WrapAdd(more, own);
    if (reaches && !is_shown && is_always_shown_[row]) {
      more = WrapSubtract(more, own);
    }
    return more;
  });
}

int64_t StepOrder::ValueOf(const Cost& cost, uint32_t row) const {
  const auto sum_before = [&](uint32_t limit) {
    const auto found = std::lower_bound(
        marks_.begin(), marks_.end(), limit,
        [](const Mark& mark, uint32_t at) { return mark.row < at; });
    return cost.sums[static_cast<size_t>(found - marks_.begin())];
  };
  const uint32_t end = cost.on_self ? row + 1 : forest_.end[row];
  return WrapAdd(cost.base[row],
                 WrapSubtract(sum_before(end), sum_before(row)));
}

bool StepOrder::IsShown(uint32_t row) const {
  return place_[row] != 0 &&
         std::all_of(limits_.begin(), limits_.end(), [&](const Cost& limit) {
           return ValueOf(limit, row) >= limit.least;
         });
}

bool StepOrder::ReachesTotals(uint32_t row) const {
  return std::all_of(limits_.begin(), limits_.end(), [&](const Cost& limit) {
    return limit.on_self || ValueOf(limit, row) >= limit.least;
  });
}

// The shown marks and, between each mark and the mark above it, the highest row
// that is shown. Such rows are shown by their base, or because they ran.
// Ascending, with the root.
std::vector<uint32_t> StepOrder::RowsThatDecide() const {
  std::vector<uint32_t> rows = {0};
  const auto take = [&](uint32_t row) {
    if (IsShown(row)) rows.push_back(row);
  };
  for (const auto& [row, above] : marks_) {
    take(row);
    const uint32_t depth = above_->DepthOf(above) + 1;
    if (depth <= above_->DepthOf(row)) take(above_->At(row, depth));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// The rows of `rows`, a result of RowsThatDecide, that are shown and ran.
std::vector<uint32_t> StepOrder::InOrder(
    const std::vector<uint32_t>& rows) const {
  struct Place {
    uint32_t parent;  // an index of rows
    int64_t key;      // siblings ascend by key, then by row
    uint32_t index;   // of rows
  };

  const auto key_of = [&](uint32_t row) -> int64_t {
    if (order_) return ~ValueOf(*order_, row);  // larger values first
    // Node ids are in the order of names.
    return by_forest_ ? 0 : int64_t{forest_.members[row][0].value};
  };
  // Groups by parent. Parents are indexes of rows, so a family begins where the
  // count of all earlier families ends.
  std::vector<Place> places;
  std::vector<uint32_t> begins(rows.size() + 1, 0);
  std::vector<uint32_t> path = {0};
  for (uint32_t i = 1; i < rows.size(); ++i) {
    while (rows[i] >= forest_.end[rows[path.back()]]) path.pop_back();
    places.push_back({path.back(), key_of(rows[i]), i});
    ++begins[path.back() + 1];
    path.push_back(i);
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::tie(a.parent, a.key, a.index) <
           std::tie(b.parent, b.key, b.index);
  });
  std::vector<uint32_t> order;
  path = {0};
  while (!path.empty()) {
    const uint32_t i = path.back();
    path.pop_back();
    if (std::binary_search(shown_.begin(), shown_.end(), rows[i])) {
      order.push_back(rows[i]);
    }
    for (uint32_t child = begins[i + 1]; child > begins[i]; --child) {
      path.push_back(places[child - 1].index);
    }
  }
  return order;
}

}  // namespace tfprof
