// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_sums.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/programs/hlo_costs.h"

namespace tfprof {

namespace {

// The computations that run by themselves: the entry, and what loops, branches
// and calls run. Others are parts of the instruction that has them.
std::vector<HloProgram::Row> RunningComputations(const HloModule& module) {
  std::vector<HloProgram::Row> found;
  if (module.entry == HloModule::kNone) return found;
  std::vector<bool> seen(module.computations.size());
  const auto add = [&](HloProgram::Row computation) {
    if (!seen[computation]) found.push_back(computation);
    seen[computation] = true;
  };
  add(module.entry);
  for (size_t i = 0; i < found.size(); ++i) {
    const HloModule::Computation of = module.computations[found[i]];
    for (HloProgram::Row row = of.first; row < of.end; ++row) {
      const auto called = module.called[row];
      if (called.empty()) continue;
      const HloModule::Instruction& instruction = module.instructions[row];
      if (HloOpOf(module.strings[instruction.opcode]) != HloOp::kControl) {
        continue;
      }
      for (const HloProgram::Row computation : called) add(computation);
    }
  }
  return found;
}

ProgramSums WorkOfProgram(const std::shared_ptr<const HloProgram>& program) {
  HloCosts costs(program);
  const HloModule& module = program->module;
  Count float_ops = 0, bytes = 0;
  ProgramSums sums;
  for (const HloProgram::Row computation : RunningComputations(module)) {
    const HloModule::Computation& of = module.computations[computation];
    for (HloProgram::Row row = of.first; row < of.end; ++row) {
      const Count row_float_ops = costs.FloatOpsOf(row);
      const Count row_bytes = costs.BytesOf(row);
      if (row_float_ops.is_known()) float_ops = float_ops + row_float_ops;
      if (row_bytes.is_known() && !IsAsyncWord(costs.OpcodeOf(row))) {
        bytes = bytes + row_bytes;
      }
      if (!row_float_ops.is_known() || !row_bytes.is_known()) {
        ++sums.unknown_instructions;
      }
    }
  }
  const auto value_of = [](const Count& count) {
    return count.is_known() ? std::optional(count.value()) : std::nullopt;
  };
  sums.float_ops = value_of(float_ops);
  sums.bytes = value_of(bytes);
  return sums;
}

// Nothing is the most: it is more than can be counted.
void TakeMost(const std::optional<int64_t>& value,
              std::optional<int64_t>& most) {
  most = value && most ? std::optional(std::max(*value, *most)) : std::nullopt;
}

}  // namespace

ProgramSumsByName SumsOfPrograms(const std::vector<PlannedProgram>& programs) {
  ProgramSumsByName by_name;
  std::set<const HloProgram*> seen;
  for (const PlannedProgram& of : programs) {
    if (!seen.insert(of.program.get()).second) continue;
    const HloModule& module = of.program->module;
    if (!module.name.valid()) continue;
    const ProgramSums sums = WorkOfProgram(of.program);
    ProgramSums& most = by_name[std::string(module.strings[module.name])];
    TakeMost(sums.float_ops, most.float_ops);
    TakeMost(sums.bytes, most.bytes);
    most.unknown_instructions =
        std::max(most.unknown_instructions, sums.unknown_instructions);
  }
  for (const PlannedMemory& row : PlanOf(programs).rows) {
    if (row.space != 0) continue;
    const HloModule& module = row.of.program->module;
    if (!module.name.valid()) continue;
    std::optional<int64_t>& most =
        by_name[std::string(module.strings[module.name])].planned_peak_bytes;
    most = std::max(most.value_or(0), row.peak_bytes);
  }
  return by_name;
}

}  // namespace tfprof
