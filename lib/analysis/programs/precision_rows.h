// SPDX-License-Identifier: Apache-2.0
// Instructions that compute in wide types, and those that only move or convert
// data.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

struct PrecisionRow {
  std::string_view finding;  // "f64", "cast"
  uint32_t row = 0;          // of RecordedInstructions::rows
};

// Rows are of instructions whose program is in the recording, in their order.
// One may have several.
std::vector<PrecisionRow> FindPrecision(const RecordedInstructions& found);

// Nothing without any.
std::vector<Section> PrecisionSections(
    const std::shared_ptr<const RecordedInstructions>& found,
    const RowFormat& format);

}  // namespace tfprof
