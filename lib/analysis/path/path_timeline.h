// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/path/path_tables.h"
#include "model/trace.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// A step's trace with the critical path of each host in a row of its own at the
// top, and a mark on the records that are on it. `trace` is of the step's file.
// The hosts are borrowed.
TracedStep PathTimeline(const std::vector<PathAnswer>& hosts, Trace trace);

}  // namespace tfprof
