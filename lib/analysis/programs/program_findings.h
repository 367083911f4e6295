// SPDX-License-Identifier: Apache-2.0
// The waste of programs of XLA and of kernels of GPUs, with the most that
// mending it could save.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "analysis/programs/kernel_rows.h"
#include "analysis/programs/planned_memory.h"

namespace tfprof {

struct ProgramFinding {
  std::string finding;  // "memory bound", "cast"
  std::string text;     // with evidence and the command that shows it
  std::string name;     // of an instruction or kernel; may be empty
  std::string program;  // may be empty
  std::string code;     // its line; may be empty
  // In all chosen steps; nothing: not known.
  std::optional<double> saves_ps;
  std::optional<int64_t> saves_bytes;
};

// REQUIRES: all are of the same recordings and steps.
std::vector<ProgramFinding> FindProgramFindings(
    const RecordedInstructions& instructions, const RecordedKernels& kernels,
    const Planned& planned);

}  // namespace tfprof
