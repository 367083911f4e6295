// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/waiting/waiting_tables.h"

namespace tfprof {

// What devices waited for: by reason, region, line, and stage of the input
// pipeline.
std::vector<Section> IdleSections(const SharedWaiting& waiting,
                                  const RowFormat& format);

}  // namespace tfprof
