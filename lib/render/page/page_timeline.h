// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "render/page/page_data.h"
#include "render/page/page_json.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// By name, the index of the first timeline's operation. Other timelines refer
// to names by distance to these.
using FirstNames = std::unordered_map<std::string_view, int64_t>;

// Writes the longest operations of a step, its memory and largest tensors, and
// how many are left out, as fields of the open object. `first`: empty for the
// first timeline. The steps of the timelines must outlive
// it.
void WritePageTimeline(const TraceTimeline& timeline, const PageLimits& limits,
                       FirstNames& first, PageJson& page);

}  // namespace tfprof
