// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/fleet/worker.h"
#include "model/profile.h"
#include "model/step_selection.h"

namespace tfprof {

// Reduces a dump to sums: of those of `steps` that are in `chosen`, and of each
// node that ran in them. REQUIRES: the steps have start times, and the profile
// keeps the numbers of each step.
Worker WorkerOf(std::string name, const Profile& profile,
                const std::vector<Worker::Step>& steps,
                const ChosenSteps& chosen);

}  // namespace tfprof
