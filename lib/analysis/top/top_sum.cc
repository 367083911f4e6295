// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/top_sum.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace tfprof {

namespace {

// The value that rows are ranked by; unknown ones stand last.
double RankOf(const TopSum& row, TopOrder order) {
  const auto known = [](const Count& count) {
    return count.is_known() ? static_cast<double>(count.value()) : -1;
  };
  switch (order) {
    case TopOrder::kCalls:
      return static_cast<double>(row.runs);
    case TopOrder::kCallTime:
      return row.runs == 0 ? -1
                           : static_cast<double>(row.self_ps) /
                                 static_cast<double>(row.runs);
    case TopOrder::kBytes:
      return known(row.bytes);
    case TopOrder::kFloatOps:
      return known(row.float_ops);
    case TopOrder::kName:
      return 0;
    default:
      return static_cast<double>(row.self_ps);
  }
}

// Shares are of the number that rows are ranked by, else of time.
double PartOf(const TopSum& row, TopOrder order) {
  const bool is_amount =
      order != TopOrder::kName && order != TopOrder::kCallTime;
  return is_amount ? std::max(RankOf(row, order), 0.0)
                   : static_cast<double>(row.self_ps);
}

std::string_view WordOfShares(TopOrder order) {
  switch (order) {
    case TopOrder::kCalls:
      return "calls";
    case TopOrder::kBytes:
      return "bytes";
    case TopOrder::kFloatOps:
      return "float ops";
    default:
      return "time";
  }
}

}  // namespace

Section TopOfSums(std::vector<TopSum> rows, int64_t steps_of,
                  const TopOptions& options) {
  const bool has_host = options.by == TopBy::kRegion;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const TopSum& a, const TopSum& b) {
                     return RankOf(a, options.order) > RankOf(b, options.order);
                   });
  double whole = 0;
  for (const TopSum& row : rows) whole += PartOf(row, options.order);
  const auto steps = static_cast<double>(std::max<int64_t>(steps_of, 1));
  const auto mean = [&](const Count& sum) {
    if (!sum.is_known()) return Cell();
    return steps_of <= 1 ? Cell(sum.value())
                         : Cell(static_cast<double>(sum.value()) / steps);
  };
  Table table;
  table.columns = {{"share", Unit::kShare},
                   {"cumulative", Unit::kShare},
                   {"self", Unit::kMicros},
                   {"calls", Unit::kCount},
                   {"call", Unit::kMicros},
                   {"bytes", Unit::kBytes, has_host},
                   {"float ops", Unit::kCount, has_host}};
  if (has_host) table.columns.push_back({"host", Unit::kMicros});
  table.columns.push_back({"name"});
  table.shares = 0;
  table.shares_of = WordOfShares(options.order);
  table.most_rows = static_cast<size_t>(options.most_rows);
  table.all_by = "-n 0";
  double so_far = 0;
  for (const TopSum& row : rows) {
    if (!options.filter.empty() && !options.filter.Matches(row.name)) continue;
    const double part = PartOf(row, options.order);
    so_far += part;
    const double self_us = static_cast<double>(row.self_ps) / 1e6;
    std::vector<Cell> cells = {
        whole > 0 ? Cell(part / whole) : Cell(),
        whole > 0 ? Cell(so_far / whole) : Cell(),
        self_us / steps,
        mean(row.runs),
        row.runs > 0 ? Cell(self_us / static_cast<double>(row.runs)) : Cell(),
        mean(row.bytes),
        mean(row.float_ops)};
    if (has_host) {
      cells.push_back(
          row.host_ps ? Cell(static_cast<double>(*row.host_ps) / 1e6 / steps)
                      : Cell());
    }
    cells.emplace_back(OwnedText(row.name));
    table.AddRow(std::move(cells));
  }
  return {"top", {}, std::move(table)};
}

}  // namespace tfprof
