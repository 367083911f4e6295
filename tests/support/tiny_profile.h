// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/profile.h"
#include "model/rules.h"

namespace tfprof {

// A profile in a few lines, one node a line:
//
//   name Op [device=D] [shape=2x3] [flops=N] [types=a,b] [in=x,y]
//        [stack=f:1:main>g:2:run] [step=START:CPU:ACCELERATOR:BYTES ...]
//
// The i-th `step=` of a line is its execution in step i; `step=-` is none. An
// accelerator time adds a record on DEVICE/stream:all.
Profile TinyProfile(std::string_view text,
                    const Rules& rules = kReferenceRules);

}  // namespace tfprof
