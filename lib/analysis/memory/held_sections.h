// SPDX-License-Identifier: Apache-2.0
// Tables of the memory that a JAX program held.
#pragma once

#include <vector>

#include "analysis/diff.h"
#include "model/held_memory.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The bytes of each device, and by device, kind and line of code. People see
// lines once, with the sums of all devices.
std::vector<Section> HeldSections(const HeldMemory& held,
                                  const RowFormat& format);

// The same rows of two profiles, the largest change first. People see only
// rows that changed.
std::vector<Section> HeldDifference(const HeldMemory& before,
                                    const HeldMemory& after,
                                    const LeastChange& least,
                                    const RowFormat& format);

}  // namespace tfprof
