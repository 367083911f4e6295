// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "model/step_table.h"
#include "model/xspace/recording.h"

namespace tfprof {

// Calls `take(host, step)` for all steps of the hosts by number, those of one
// number in the order of the hosts. A host without marked steps has one.
void ForEachStep(
    std::span<const std::shared_ptr<const Recording>> hosts,
    const std::function<void(size_t host, const Recording::Step& step)>& take);

// How long the steps of the hosts of a run were: each as long as its longest
// marker on the host where that took longest, busy as that host was. Without
// marked steps all is step 0.
StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts);

}  // namespace tfprof
