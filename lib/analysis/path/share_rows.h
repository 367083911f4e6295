// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>

#include "analysis/path/step_path.h"
#include "base/chunked_vector.h"
#include "base/rows_of_lists.h"

namespace tfprof {

// The displayed shares of all hosts, of which there may be millions.
class ShareRows {
 public:
  void AddHost(std::deque<PathShare> shares) {
    hosts_.AddList(shares.size());
    for (; !shares.empty(); shares.pop_front()) rows_.Push(shares.front());
  }

  size_t size() const { return rows_.size(); }

  size_t HostOf(size_t row) const { return hosts_.At(row).first; }

  const PathShare& operator[](size_t row) const { return rows_[row]; }

 private:
  RowsOfLists hosts_;
  ChunkedVector<PathShare> rows_;
};

}  // namespace tfprof
