// SPDX-License-Identifier: Apache-2.0
#include "view/account.h"

#include <algorithm>
#include <numeric>

#include "base/numbers.h"

namespace tfprof {

namespace {

// True if the total of some nodes of `column` can be below `minimum`, when each
// counts up to `times` times.
bool CanBeBelow(const Column<int64_t>& column, int64_t minimum, double times) {
  if (minimum > 0) return true;
  double sum = 0;
  bool has_negative = false;
  for (const int64_t value : column) {
    has_negative = has_negative || value < 0;
    sum += static_cast<double>(value);
  }
  // Half of the range of int64_t: beyond it sums may wrap.
  return has_negative || sum * times > 0x1p62;
}

}  // namespace

MeasureSet NeededMeasures(const Selection& selection,
                          const StepValues& values) {
  MeasureSet needed = selection.columns;
  if (selection.order_by) needed.set(IndexOf(*selection.order_by));
  const double times = 1.0 + static_cast<double>(selection.account.size());
  for (const MeasureInfo& info : Measures()) {
    const size_t m = IndexOf(info.id);
    if (info.min_option.empty() || needed[m]) continue;
    needed[m] = CanBeBelow(values.column[m], selection.minimum[m], times);
  }
  return needed;
}

MeasureSet DecidingMeasures(const Selection& selection,
                            const StepValues& values, MeasureSet needed) {
  const double times = 1.0 + static_cast<double>(selection.account.size());
  MeasureSet deciding;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (!needed[m]) continue;
    deciding[m] = selection.order_by == static_cast<Measure>(m) ||
                  CanBeBelow(values.column[m], selection.minimum[m], times) ||
                  CanBeBelow(values.picos[m], 0, 0);
  }
  return deciding;
}

AccountedNodes MatchAccount(const Profile& profile, const RegexSet& account,
                            std::string_view placeholder_type) {
  AccountedNodes accounted;
  if (account.is_everything()) return accounted;
  accounted.placeholders = account.Matches(placeholder_type);
  const NodeTable& nodes = profile.nodes;
  accounted.times.assign(nodes.size(), 0);
  // Types are few and shared, so each is matched once per pattern.
  enum class Known : uint8_t { kNot, kYes, kNo };
  std::vector<Known> matches;
  for (size_t pattern = 0; pattern < account.size(); ++pattern) {
    matches.assign(profile.strings.size(), Known::kNot);
    const auto is_match = [&](StringId type) {
      Known& known = matches[type.value];
      if (known == Known::kNot) {
        known = account.MemberMatches(pattern, profile.strings[type])
                    ? Known::kYes
                    : Known::kNo;
      }
      return known == Known::kYes;
    };
    for (size_t node = 0; node < nodes.size(); ++node) {
      const auto types = nodes.TypesOf(node);
      accounted.times[node] +=
          std::any_of(types.begin(), types.end(), is_match);
    }
  }
  return accounted;
}

Column<int64_t> OwnColumn(const Forest& forest, const ViewPolicy& policy,
                          const StepValues& values, const AccountedNodes& nodes,
                          size_t measure) {
  Column<int64_t> own(forest.size());
  if (measure == IndexOf(Measure::kDefinitionCount)) {
    // tfprof: every scope counts as one definition, also without a node.
    for (size_t row = 0; row < forest.size(); ++row) own.Set(row, values.steps);
    return own;
  }
  const Column<int64_t>& column = values.Exact(measure);
  if (!column.HasValues()) return own;
  for (size_t row = 1; row < forest.size(); ++row) {
    int64_t sum = 0;
    for (const NodeId node : forest.members[row]) {
      // tfprof: in a group, a node counts once for every pattern that
      // matches one of its types. A single node is its row's cost even when
      // the row is not accounted.
      const int64_t times = policy.grouped ? nodes.Times(node) : 1;
      sum = WrapAdd(sum, WrapMultiply(times, column[node.value]));
    }
    own.Set(row, sum);
  }
  return own;
}

OwnValues ComputeOwn(const Forest& forest, const ViewPolicy& policy,
                     const StepValues& values, const AccountedNodes& nodes,
                     const Selection& selection, MeasureSet needed) {
  const size_t rows = forest.size();
  OwnValues result;
  result.accounted.assign(rows, selection.account.is_everything());
  if (policy.grouped) result.group_size.assign(rows, 0);
  const bool looks_at_rows = policy.grouped || !nodes.times.empty();
  for (size_t row = 1; row < rows && looks_at_rows; ++row) {
    const auto members = forest.members[row];
    const auto counted = static_cast<uint32_t>(std::ranges::count_if(
        members, [&](NodeId node) { return nodes.Times(node) > 0; }));
    if (policy.grouped) result.group_size[row] = counted;
    if (counted > 0 ||
        (!policy.grouped && members.empty() && nodes.placeholders)) {
      result.accounted[row] = true;
    }
  }
  result.accounted[0] = false;
  ForEachMeasure(needed, rows, [&](size_t m) {
    result.own[m] = OwnColumn(forest, policy, values, nodes, m);
  });
  return result;
}

void AddUp(const Forest& forest, const std::vector<bool>& kept,
           const Column<int64_t>& own, Column<int64_t>& total) {
  total = Column<int64_t>(forest.size());
  if (own.empty()) return;
  for (size_t row = forest.size(); row-- > 1;) {
    // tfprof: a connector counts its own cost, though it is not accounted.
    if (kept[row]) total.Add(row, own[row]);
    total.Add(forest.parent[row], total[row]);
  }
}

// tfprof: the root counts itself as a definition.
void AddUpShown(const std::vector<uint32_t>& shown_under,
                const Column<int64_t>& own, Column<int64_t>& total) {
  total = own;
  for (size_t row = shown_under.size(); row-- > 1;) {
    if (shown_under[row] != kHidden) total.Add(shown_under[row], total[row]);
  }
}

std::vector<uint32_t> OrderOfRows(const Forest& forest, const OwnValues& own,
                                  const Selection& selection) {
  std::vector<uint32_t> order;
  const auto by_number = [&](const auto& column) {
    if (column.empty()) return;  // no node has the measure
    order.resize(forest.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(
        order.begin() + 1, order.end(),
        [&](uint32_t a, uint32_t b) { return column[a] > column[b]; });
  };
  if (selection.order_by) {
    by_number(own.own[IndexOf(*selection.order_by)]);
  } else if (selection.order_by_occurrence) {
    by_number(own.group_size);
  }
  return order;
}

Forest ChainOf(const Forest& forest, const std::vector<uint32_t>& order) {
  Forest chain;
  chain.Reserve(order.size());
  for (size_t row = 0; row < order.size(); ++row) {
    chain.AddRow(static_cast<uint32_t>(row == 0 ? 0 : row - 1),
                 forest.name[order[row]]);
    chain.members.AddRow(forest.members[order[row]]);
  }
  chain.Close();
  return chain;
}

}  // namespace tfprof
