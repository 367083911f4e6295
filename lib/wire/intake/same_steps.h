// SPDX-License-Identifier: Apache-2.0
// Steps that lie in a folder twice, for instance in binary and in text.
// Averages would count them twice.
#pragma once

#include <vector>

#include "wire/intake/find_files.h"

namespace tfprof {

// Moves each step whose records equal those of one before it from `steps` to
// `ignored`. The step that is kept notes it. A step that cannot be read is
// kept.
void DropSameSteps(const Inputs& inputs, std::vector<FoundFile>& steps,
                   std::vector<FoundFile>& ignored);

}  // namespace tfprof
