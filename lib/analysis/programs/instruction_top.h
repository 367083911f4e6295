// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/programs/instruction_rows.h"
#include "analysis/top/top.h"
#include "report/report.h"

namespace tfprof {

// The most expensive programs or categories of instructions, as means of a
// step. Float operations and bytes are known if those of all of a row's
// instructions are. Without times rows are ranked by float operations, unless
// the options say otherwise. REQUIRES: options.by is program or category;
// without times also op, name, scope or code.
Section TopOfInstructions(const RecordedInstructions& found,
                          const TopOptions& options);

// The work of instructions by the name of their nodes.
NamedWork NamedWorkOf(const RecordedInstructions& found);

}  // namespace tfprof
