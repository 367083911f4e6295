// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/path/path_tables.h"
#include "model/trace.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// The trace of a step with the chain of each of its hosts: a row of its own at
// the top, and a mark on the records that are on it. `trace` is of the file
// that the paths are of; of a recording it is not needed.
TraceTimeline PathTimeline(const std::vector<PathAnswer>& hosts, Trace trace);

}  // namespace tfprof
