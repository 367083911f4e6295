// SPDX-License-Identifier: Apache-2.0
// The data behind the page of --output=html: a report as JSON in columns, small
// enough for a browser. lib/render/page/src reads it.
#pragma once

#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

struct PageLimits {
  size_t tree_rows = 120'000;  // the costliest; others are summed up
  size_t timelines = SIZE_MAX;  // of steps, the first ones
  size_t choices = 1'000;       // of steps that the page offers
  size_t slices = 100'000;     // longest operations of a timeline
  size_t samples = 10'000;     // of an allocator, highest and lowest
  size_t tensors = 5'000;      // of an allocator, the largest

  // The next smaller limits, if a page is too large: first with one timeline,
  // then without single steps, then half of everything.
  PageLimits Less() const {
    PageLimits less = *this;
    if (timelines > 1) {
      less.timelines = 1;
      return less;
    }
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
