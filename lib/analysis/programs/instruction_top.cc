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
std::vector<TopSum> SumsOf(const RecordedInstructions& found, TopBy by) {
  std::map<std::string, TopSum> sums;
  for (const InstructionRow& row : found.rows) {
    TopSum& sum = sums[NameOfSum(row, by)];
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
  return TopOfSums(SumsOf(found, options.by), found.steps, options);
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
