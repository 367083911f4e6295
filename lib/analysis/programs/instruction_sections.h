// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The instructions with their work and roofs, and totals by device; empty
// without instructions.
std::vector<Section> InstructionSections(
    const std::shared_ptr<const RecordedInstructions>& found,
    const RowFormat& format);

// The matrix products and convolutions among them, as one section.
std::vector<Section> MatrixSections(
    const std::shared_ptr<const RecordedInstructions>& found,
    const RowFormat& format);

}  // namespace tfprof
