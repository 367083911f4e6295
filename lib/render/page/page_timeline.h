// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/page/page_data.h"
#include "render/page/page_json.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// The longest operations of a step, what its allocators held, and the largest
// tensors; with how many are left out. Fields of an object that is open.
void WritePageTimeline(const TraceTimeline& timeline, const PageLimits& limits,
                       PageJson& page);

}  // namespace tfprof
