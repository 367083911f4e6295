// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/hlo/hlo_module.h"

namespace tfprof {

// Cuts chains of frames that are cyclic or longer than HloModule::kMostFrames,
// which no compiler writes: chains become pieces that many stacks share, so a
// tree of all stacks is no larger than the module. Pieces are shorter if the
// stacks of very many instructions together are much longer than the module.
void CutStacks(HloModule& module);

}  // namespace tfprof
