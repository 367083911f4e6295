// SPDX-License-Identifier: Apache-2.0
// Compiled programs that are files of their own: HLO modules, and folders that
// XLA's --xla_dump_to wrote.
#pragma once

#include <vector>

#include "analysis/programs/planned_memory.h"
#include "analysis/top/top.h"
#include "arguments.h"
#include "command.h"
#include "commands/steps_options.h"
#include "report/report.h"
#include "wire/intake/input.h"

namespace tfprof {

// The arguments for commands that take several programs (Inputs::all_programs).
Arguments WithAllPrograms(const Arguments& arguments);

// The programs among `files`, unless something ran; empty: there are none. A
// damaged one of several costs a warning.
Result<std::vector<PlannedProgram>> LoadLonePrograms(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics);

// `steps --show=roofline,flops,precision`.
Status RunLoneSteps(const StepsOptions& options,
                    const std::vector<PlannedProgram>& programs,
                    const Arguments& arguments, CommandContext& context);

// `top` by program, category, op, name, scope and code.
Status RunLoneTop(const TopOptions& options,
                  const std::vector<PlannedProgram>& programs,
                  const Arguments& arguments, CommandContext& context);

// The programs with the numbers of their parts, for `info`.
Section ProgramsSection(const std::vector<PlannedProgram>& programs);

}  // namespace tfprof
