// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tfprof {

// Numbers the rows of several lists as if they were one.
class RowsOfLists {
 public:
  void AddList(size_t rows) { ends_.push_back(size() + rows); }

  size_t size() const { return ends_.empty() ? 0 : ends_.back(); }

  // The list of a row, and the index in it.
  std::pair<size_t, size_t> At(size_t row) const {
    const auto list = static_cast<size_t>(
        std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
    return {list, row - (list == 0 ? 0 : ends_[list - 1])};
  }

 private:
  std::vector<size_t> ends_;
};

}  // namespace tfprof
