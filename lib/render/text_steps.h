// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/step_tables.h"
#include "render/text.h"

namespace tfprof {

// The tables of benchmark_model, byte for byte but for the order of equal rows.
Status RenderStepTables(const StepTables& tables, TextOutput& out);

}  // namespace tfprof
