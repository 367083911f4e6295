// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/lone_instructions.h"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace tfprof {

namespace {

// A program without a known entry has no such computations.
std::vector<HloModule::Row> ComputationsThatRun(const HloModule& module) {
  std::vector<HloModule::Row> found;
  std::vector<bool> is_found(module.computations.size());
  const auto add = [&](HloModule::Row computation) {
    if (is_found[computation]) return;
    is_found[computation] = true;
    found.push_back(computation);
  };
  if (module.entry != HloModule::kNone) add(module.entry);
  for (size_t i = 0; i < found.size(); ++i) {
    const HloModule::Computation of = module.computations[found[i]];
    for (HloModule::Row row = of.first; row < of.end; ++row) {
      const StringId opcode = module.instructions[row].opcode;
      if (HloOpOf(module.strings[opcode]) != HloOp::kControl) continue;
      for (const HloModule::Row called : module.called[row]) add(called);
    }
  }
  return found;
}

InstructionRow LoneRow(HloCosts& costs, const std::string& program_id,
                       HloProgram::Row at, const GivenWork& work) {
  const HloModule& module = costs.program().module;
  InstructionRow row;
  row.program = module.strings[module.name];
  row.program_id = program_id;
  row.instruction = module.strings[module.instructions[at].name];
  row.op_name = module.strings[module.instructions[at].op_name];
  row.costs = &costs;
  row.hlo_row = at;
  row.is_async = IsAsyncWord(costs.OpcodeOf(at));
  row.SetWork(costs.FloatOpsOf(at), costs.BytesOf(at));
  const size_t given =
      std::min(work.Find(row.instruction), work.Find(row.op_name));
  if (given == GivenWork::kNone) return row;
  if (!row.float_ops && work[given].float_ops) {
    row.float_ops = work[given].float_ops;
    row.source = WorkSource::kGiven;
  }
  if (!row.bytes) row.bytes = work[given].bytes;
  return row;
}

}  // namespace

RecordedInstructions FindLoneInstructions(
    const std::vector<PlannedProgram>& programs, const GivenWork& work) {
  RecordedInstructions result;
  result.has_times = false;
  for (const PlannedProgram& of : programs) {
    result.programs.push_back(std::make_unique<HloCosts>(of.program));
    HloCosts& costs = *result.programs.back();
    const HloModule& module = of.program->module;
    const std::string id = std::to_string(of.id);
    for (const HloModule::Row computation : ComputationsThatRun(module)) {
      const HloModule::Computation& body = module.computations[computation];
      for (HloModule::Row row = body.first; row < body.end; ++row) {
        if (NeitherComputesNorMoves(HloOpOf(costs.OpcodeOf(row)))) continue;
        result.rows.push_back(LoneRow(costs, id, row, work));
      }
    }
  }
  const auto key = [](const InstructionRow& row) {
    return std::tuple(-row.float_ops.value_or(0), -row.bytes.value_or(0),
                      row.program, std::string_view(row.program_id),
                      row.instruction);
  };
  std::stable_sort(result.rows.begin(), result.rows.end(),
                   [&](const InstructionRow& a, const InstructionRow& b) {
                     return key(a) < key(b);
                   });
  return result;
}

}  // namespace tfprof
