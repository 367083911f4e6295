// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flags.h"

namespace tfprof {

// The flags of diff and gate.
std::vector<Flag> VerdictFlags();

}  // namespace tfprof
