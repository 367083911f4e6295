// SPDX-License-Identifier: Apache-2.0
#include "report/ranking.h"

#include <algorithm>
#include <vector>

namespace tfprof {

namespace {

bool StandsBefore(const Cell& a, const Cell& b) {
  std::string buffer, other_buffer;
  const auto text = TextIn(a, buffer);
  const auto other = TextIn(b, other_buffer);
  if (text && other) return *text < *other;
  // Unknown numbers come last.
  return NumberOf(a) > NumberOf(b);
}

}  // namespace

void Rank(Table& table, const Ranking& ranking) {
  const size_t order = ranking.order.value_or(ranking.column);
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [order](const auto& a, const auto& b) {
                     return StandsBefore(a[order], b[order]);
                   });
  const auto value_of = [&](const std::vector<Cell>& row) {
    return NumberOf(row[ranking.column]).value_or(0);
  };
  double whole = ranking.elsewhere;
  for (const auto& row : table.rows) whole += value_of(row);
  double so_far = 0;
  for (auto& row : table.rows) {
    const double value = value_of(row);
    so_far += value;
    const auto share = [&](double part) {
      return whole > 0 ? Cell(part / whole) : Cell();
    };
    // reserve exactly; push_back alone would double the capacity
    row.reserve(row.size() + 2);
    row.insert(row.begin(), {share(value), share(so_far)});
  }
  table.columns.insert(table.columns.begin(),
                       {{"share", Unit::kShare}, {"cumulative", Unit::kShare}});
  table.shares = 0;
  table.shares_of = ranking.of;
}

}  // namespace tfprof
