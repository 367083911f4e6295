// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flags.h"

namespace tfprof {

// The flags of summarize, steps, trace and export.
std::vector<Flag> CompanionFlags();

}  // namespace tfprof
