// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_top.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/work/count.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

struct InstructionSum {
  std::string name;
  int64_t self_ps = 0;
  int64_t runs = 0;
  Count float_ops = 0;
  Count bytes = 0;
};

std::string NameOfSum(const InstructionRow& row, TopBy by) {
  if (by == TopBy::kProgram) {
    return row.program_id.empty()
               ? std::string(row.program)
               : fmt::format("{}({})", row.program, row.program_id);
  }
  std::string category = row.Category();
  return category.empty() ? "(no category)" : category;
}

void AddTo(Count& sum, const std::optional<int64_t>& value) {
  sum = value ? sum + *value : Count::Unknown(Count::Missing::kFormula);
}

// By name.
std::vector<InstructionSum> SumsOf(const RecordedInstructions& found,
                                   TopBy by) {
  std::map<std::string, InstructionSum> sums;
  for (const InstructionRow& row : found.rows) {
    InstructionSum& sum = sums[NameOfSum(row, by)];
    sum.self_ps = WrapAdd(sum.self_ps, row.self_ps);
    sum.runs += row.runs;
    AddTo(sum.float_ops, row.float_ops);
    AddTo(sum.bytes, row.bytes);
  }
  std::vector<InstructionSum> rows;
  for (auto& [name, sum] : sums) {
    sum.name = name;
    rows.push_back(std::move(sum));
  }
  return rows;
}

// The value that rows are ranked by; unknown ones stand last.
double RankOf(const InstructionSum& row, TopOrder order) {
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
double PartOf(const InstructionSum& row, TopOrder order) {
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

Section TopOfInstructions(const RecordedInstructions& found,
                          const TopOptions& options) {
  std::vector<InstructionSum> rows = SumsOf(found, options.by);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const InstructionSum& a, const InstructionSum& b) {
                     return RankOf(a, options.order) > RankOf(b, options.order);
                   });
  double whole = 0;
  for (const InstructionSum& row : rows) whole += PartOf(row, options.order);
  const auto steps = static_cast<double>(std::max<int64_t>(found.steps, 1));
  const auto mean = [&](const Count& sum) {
    if (!sum.is_known()) return Cell();
    return found.steps <= 1 ? Cell(sum.value())
                            : Cell(static_cast<double>(sum.value()) / steps);
  };
  Table table;
  table.columns = {{"share", Unit::kShare},     {"cumulative", Unit::kShare},
                   {"self", Unit::kMicros},     {"calls", Unit::kCount},
                   {"call", Unit::kMicros},     {"bytes", Unit::kBytes},
                   {"float ops", Unit::kCount}, {"name"}};
  table.shares = 0;
  table.shares_of = WordOfShares(options.order);
  table.most_rows = static_cast<size_t>(options.most_rows);
  table.all_by = "-n 0";
  double so_far = 0;
  for (const InstructionSum& row : rows) {
    if (!options.filter.empty() && !options.filter.Matches(row.name)) continue;
    const double part = PartOf(row, options.order);
    so_far += part;
    const double self_us = static_cast<double>(row.self_ps) / 1e6;
    table.AddRow(
        {whole > 0 ? Cell(part / whole) : Cell(),
         whole > 0 ? Cell(so_far / whole) : Cell(), self_us / steps,
         mean(row.runs),
         row.runs > 0 ? Cell(self_us / static_cast<double>(row.runs)) : Cell(),
         mean(row.bytes), mean(row.float_ops), OwnedText(row.name)});
  }
  return {"top", {}, std::move(table)};
}

NamedWork NamedWorkOf(const RecordedInstructions& found) {
  NamedWork named;
  const auto add = [](std::optional<int64_t>& sum,
                      const std::optional<int64_t>& value) {
    if (sum && value) {
      sum = WrapAdd(*sum, *value);
    } else {
      sum = std::nullopt;
    }
  };
  for (size_t i = 0; i < found.nodes.size(); ++i) {
    const RecordedHost& host = *found.capture->processes[i].host;
    for (size_t node = 0; node < found.nodes[i].size(); ++node) {
      const WorkOfNode& work = found.nodes[i][node];
      if (!work.is_instruction) continue;
      auto& sum = named.of_name[std::string(host.Text(host.nodes[node].name))];
      add(sum.float_ops, work.float_ops);
      add(sum.bytes, work.bytes);
    }
  }
  return named;
}

}  // namespace tfprof
