// SPDX-License-Identifier: Apache-2.0
// What programs of XLA do and plan as they were compiled, by name. Equal
// programs have equal sums, however often they ran.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/programs/planned_memory.h"

namespace tfprof {

// Of programs with one name, the most of any.
struct ProgramSums {
  // Each instruction counts once, also in loops; those whose work nobody can
  // count are left out. Nothing: the sum exceeds 64 bits.
  std::optional<int64_t> float_ops = 0;
  std::optional<int64_t> bytes = 0;
  int64_t unknown_instructions = 0;
  // In the memory of the device; nothing: there is no buffer assignment.
  std::optional<int64_t> planned_peak_bytes;
};

using ProgramSumsByName = std::map<std::string, ProgramSums>;

ProgramSumsByName SumsOfPrograms(const std::vector<PlannedProgram>& programs);

}  // namespace tfprof
