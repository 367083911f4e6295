// SPDX-License-Identifier: Apache-2.0
// Step-stats timelines in the JSON of Chrome's trace viewer.
#pragma once

#include <vector>

#include "base/writer.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Writes all of them as one trace, event after event, in the order of the
// reference's.
Status WriteStepTrace(const std::vector<TraceTimeline>& timelines,
                      Writer& writer);

}  // namespace tfprof
