// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Steps to be drawn.
using TracedSteps = std::vector<TracedStep>;

}  // namespace tfprof
