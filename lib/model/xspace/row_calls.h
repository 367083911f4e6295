// SPDX-License-Identifier: Apache-2.0
// Which calls of Python functions the rows of a recording ran for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/xspace/line_aggregator.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"

namespace tfprof {

// Of a line with calls.
struct LineCalls {
  size_t line = 0;
  uint32_t first_call = 0;  // as all lines count them, less one
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
  // `lines` are all that have calls.
  void AddTo(Recording& recording, std::span<const LineCalls> lines) const;

 private:
  std::vector<LineSums::CalledFrom> first_;  // by row
};

}  // namespace tfprof
