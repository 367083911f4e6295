// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/hlo/hlo_module.h"

namespace tfprof {

// Cuts chains of frames that are longer than HloModule::kMostFrames, or where
// they come back to themselves, as no compiler writes them: chains become
// pieces that many stacks share, so that a tree of all stacks is no larger than
// the module. Where the stacks of very many instructions are together much
// longer than the module, pieces are shorter.
void CutStacks(HloModule& module);

}  // namespace tfprof
