// SPDX-License-Identifier: Apache-2.0
// What the page of --output=html is drawn from: a report as JSON in columns,
// small enough for a browser. lib/render/page/src reads it.
#pragma once

#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

struct PageLimits {
  size_t tree_rows = 120'000;  // what costs less is added up
  size_t choices = 1'000;      // of steps
  size_t slices = 100'000;     // of a timeline, the longest
  size_t samples = 10'000;     // of an allocator, the highest and the lowest
  size_t tensors = 5'000;      // of its memory, the largest

  // What a page has less of if it would be too large: first the numbers of
  // single steps, then half of everything.
  PageLimits Less() const {
    PageLimits less = *this;
    if (choices > 1) {
      less.choices = 1;
      return less;
    }
    for (size_t* most :
         {&less.tree_rows, &less.slices, &less.samples, &less.tensors}) {
      *most /= 2;
    }
    return less;
  }
};

Status WritePageData(const Report& report, const PageLimits& limits,
                     Writer& writer);

}  // namespace tfprof
