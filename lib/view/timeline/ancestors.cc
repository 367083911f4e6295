// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/ancestors.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

Ancestors::Ancestors(const Forest& forest, const std::vector<bool>& is_one)
    : forest_(forest), depth_(forest.size(), 0) {
  const auto rows = static_cast<uint32_t>(forest.size());
  uint32_t deepest = 0;
  uint32_t count = 1;
  for (uint32_t row = 1; row < rows; ++row) {
    depth_[row] = depth_[forest.parent[row]] + (is_one[row] ? 1 : 0);
    deepest = std::max(deepest, depth_[row]);
    count += is_one[row];
  }
  const auto is_listed = [&](uint32_t row) { return row == 0 || is_one[row]; };
  begins_.resize(size_t{deepest} + 2);
  for (uint32_t row = 0; row < rows; ++row) {
    if (is_listed(row)) ++begins_[depth_[row] + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<uint32_t> next(begins_.begin(), begins_.end() - 1);
  rows_.resize(count);
  for (uint32_t row = 0; row < rows; ++row) {
    if (is_listed(row)) rows_[next[depth_[row]]++] = row;
  }
}

uint32_t Ancestors::At(uint32_t row, uint32_t depth) const {
  const auto begin = rows_.begin() + begins_[depth];
  const auto end = rows_.begin() + begins_[depth + 1];
  return *(std::upper_bound(begin, end, row) - 1);
}

uint32_t Ancestors::CommonDepth(uint32_t a, uint32_t b) const {
  // The root is above both rows; a common ancestor at one depth implies common
  // ancestors at all smaller depths.
  uint32_t common = 0;
  uint32_t beyond = std::min(depth_[a], depth_[b]) + 1;
  while (beyond - common > 1) {
    const uint32_t depth = common + (beyond - common) / 2;
    (b < forest_.end[At(a, depth)] ? common : beyond) = depth;
  }
  return common;
}

}  // namespace tfprof
