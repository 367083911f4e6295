// SPDX-License-Identifier: Apache-2.0
// Timelines of step stats as JSON for Chrome's trace viewer.
#pragma once

#include <vector>

#include "base/writer.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Writes the timelines as one trace, with events in the reference's order.
Status WriteStepTrace(const std::vector<TraceTimeline>& timelines,
                      Writer& writer);

}  // namespace tfprof
