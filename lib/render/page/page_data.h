// SPDX-License-Identifier: Apache-2.0
// What the page of --output=html is drawn from: a report as JSON in columns,
// small enough for a browser. lib/render/page/src reads it.
#pragma once

#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

struct PageLimits {
  size_t tree_rows = 120'000;  // what costs less is added up
  size_t slices = 20'000;      // of a timeline, the longest
  size_t samples = 10'000;     // of an allocator, the highest and the lowest
  size_t tensors = 5'000;      // of its memory, the largest

  PageLimits Half() const {
    return {tree_rows / 2, slices / 2, samples / 2, tensors / 2};
  }
};

Status WritePageData(const Report& report, const PageLimits& limits,
                     Writer& writer);

}  // namespace tfprof
