// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "render/page/page_data.h"
#include "render/page/page_json.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Of the first timeline of a page, the operation that has a name: others say
// how many operations before theirs it stands.
using FirstNames = std::unordered_map<std::string_view, int64_t>;

// The longest operations of a step, what its allocators held, and the largest
// tensors; with how many are left out. Fields of an object that is open.
// `first` is empty for the first timeline; the timelines must outlive it.
void WritePageTimeline(const TraceTimeline& timeline, const PageLimits& limits,
                       FirstNames& first, PageJson& page);

}  // namespace tfprof
