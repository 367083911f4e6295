// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_difference.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tfprof {

namespace {

// Old, new and change; empty where it is not known. A program of one side alone
// has nothing on the other, which is 0 for the change.
void AddValues(const ProgramSums* before, const ProgramSums* now,
               std::optional<int64_t> ProgramSums::*value,
               std::vector<Cell>& row) {
  std::vector<Cell> cells;
  std::optional<int64_t> change = 0;
  for (const ProgramSums* const side : {before, now}) {
    const std::optional<int64_t> of_side =
        side == nullptr ? std::nullopt : side->*value;
    cells.push_back(CellOf(of_side));
    if (side == nullptr) continue;
    change =
        of_side && change ? std::optional(*of_side - *change) : std::nullopt;
  }
  if (now == nullptr && change) change = -*change;
  cells.push_back(CellOf(change));
  std::move(cells.begin(), cells.end(), std::back_inserter(row));
}

bool IsEqual(const ProgramSums* a, const ProgramSums* b) {
  return a != nullptr && b != nullptr && a->float_ops == b->float_ops &&
         a->bytes == b->bytes && a->planned_peak_bytes == b->planned_peak_bytes;
}

}  // namespace

std::optional<Section> ProgramDifference(const ProgramSumsByName& before,
                                         const ProgramSumsByName& now,
                                         bool for_people) {
  using enum Unit;
  std::set<std::string> names;
  for (const auto* const side : {&before, &now}) {
    for (const auto& [name, program] : *side) names.insert(name);
  }
  if (names.empty()) return std::nullopt;
  Table table{{{"program"},
               {"old float ops", kCount},
               {"new float ops", kCount},
               {"float ops change", kCount},
               {"old", kBytes},
               {"new", kBytes},
               {"change", kBytes},
               {"old planned peak", kBytes},
               {"new planned peak", kBytes},
               {"planned peak change", kBytes}},
              {}};
  size_t equal = 0;
  for (const std::string& name : names) {
    const auto find = [&name](const ProgramSumsByName& side) {
      const auto found = side.find(name);
      return found == side.end() ? nullptr : &found->second;
    };
    const ProgramSums* const old_sums = find(before);
    const ProgramSums* const new_sums = find(now);
    if (for_people && IsEqual(old_sums, new_sums)) {
      ++equal;
      continue;
    }
    std::vector<Cell> row = {OwnedText(name)};
    AddValues(old_sums, new_sums, &ProgramSums::float_ops, row);
    AddValues(old_sums, new_sums, &ProgramSums::bytes, row);
    AddValues(old_sums, new_sums, &ProgramSums::planned_peak_bytes, row);
    table.AddRow(std::move(row));
  }
  Section section{"programs", {}, {}};
  if (equal > 0) {
    section.notes.push_back(
        fmt::format("{} {} as much as before and {} as much memory", equal,
                    equal == 1 ? "program does" : "programs do",
                    equal == 1 ? "plans" : "plan"));
  }
  if (!table.rows.empty()) section.block = std::move(table);
  return section;
}

}  // namespace tfprof
