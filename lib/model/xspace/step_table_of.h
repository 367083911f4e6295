// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "model/step_table.h"
#include "model/xspace/recording.h"

namespace tfprof {

// How long the steps of the hosts of a run were: each as long as its longest
// marker on the host where that took longest, busy as that host was. Without
// marked steps all is step 0.
StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts);

}  // namespace tfprof
