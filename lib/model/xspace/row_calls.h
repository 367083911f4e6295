// SPDX-License-Identifier: Apache-2.0
// Which calls of Python functions the rows of a recording ran for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/xspace/groups.h"
#include "model/xspace/line_sums.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"

namespace tfprof {

struct LineCalls {
  const XPlane* plane = nullptr;
  CallTree tree;
};

class RowCalls {
 public:
  void Take(uint32_t row, const LineSums::CalledFrom& from) {
    if (from.call == CallTree::kNone) return;
    if (first_.size() <= row) first_.resize(row + 1);
    first_[row].Take(from);
  }

  // Adds the calls to `recording`, once each whatever line they are of.
  // `lines` are those of `groups`.
  void AddTo(Recording& recording, const Groups& groups,
             std::span<const LineCalls> lines) const;

 private:
  std::vector<LineSums::CalledFrom> first_;  // by row
};

}  // namespace tfprof
