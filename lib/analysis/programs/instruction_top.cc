// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_top.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/top/top_sum.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

std::string NameOfProgram(const InstructionRow& row) {
  return row.program_id.empty()
             ? std::string(row.program)
             : fmt::format("{}({})", row.program, row.program_id);
}

std::string NameOfSum(const InstructionRow& row, const TopOptions& options) {
  const auto or_else = [](std::string text, std::string_view none) {
    return text.empty() ? std::string(none) : text;
  };
  switch (options.by) {
    case TopBy::kProgram:
      return NameOfProgram(row);
    case TopBy::kOp:
      return std::string(OpTypeOf(row.costs->program().module, row.hlo_row));
    case TopBy::kName:
      return row.Node();
    case TopBy::kScope:
      return std::string(ScopeOrName(row.Node(), options.scope_depth));
    case TopBy::kCode:
      return or_else(row.Code(), "(no code line)");
    default:
      return or_else(row.Category(), "(no category)");
  }
}

void AddTo(Count& sum, const std::optional<int64_t>& value) {
  sum = value ? sum + *value : Count::Unknown(Count::Missing::kFormula);
}

// By name.
std::vector<TopSum> SumsOf(const RecordedInstructions& found,
                           const TopOptions& options) {
  std::map<std::string, TopSum> sums;
  for (const InstructionRow& row : found.rows) {
    TopSum& sum = sums[NameOfSum(row, options)];
    sum.self_ps = WrapAdd(sum.self_ps, row.self_ps);
    sum.runs += row.runs;
    AddTo(sum.float_ops, row.float_ops);
    AddTo(sum.bytes, row.bytes);
  }
  std::vector<TopSum> rows;
  for (auto& [name, sum] : sums) {
    sum.name = name;
    rows.push_back(std::move(sum));
  }
  return rows;
}

}  // namespace

Section TopOfInstructions(const RecordedInstructions& found,
                          const TopOptions& options) {
  if (found.has_times) {
    return TopOfSums(SumsOf(found, options), found.steps, options);
  }
  TopOptions ranked = options;
  if (ranked.order == TopOrder::kTime) ranked.order = TopOrder::kFloatOps;
  Section section = TopOfSums(SumsOf(found, options), 1, ranked);
  Table& table = std::get<Table>(section.block);
  for (std::vector<Cell>& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const bool is_of_runs = table.columns[i].unit == Unit::kMicros ||
                              table.columns[i].title == "calls";
      if (is_of_runs) row[i] = Cell();
    }
  }
  section.notes.emplace_back(kWorkOfOneRun);
  return section;
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
