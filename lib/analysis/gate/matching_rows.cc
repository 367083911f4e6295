// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/matching_rows.h"

#include <algorithm>
#include <string>

namespace tfprof {

std::vector<uint32_t> MatchingRows::Find(const RegexSet& patterns) {
  if (const std::string* const name = patterns.OnlyText()) {
    return FindName(*name);
  }
  std::vector<bool> is_under(rows_.size(), false);
  std::vector<uint32_t> found;
  for (uint32_t row = 1; row < rows_.size(); ++row) {
    if (is_under[rows_[row].parent]) {
      is_under[row] = true;
    } else if (patterns.Matches(rows_[row].name.str())) {
      is_under[row] = true;
      found.push_back(row);
    }
  }
  return found;
}

std::vector<uint32_t> MatchingRows::FindName(const std::string& name) {
  if (by_hash_.empty()) {
    for (uint32_t row = 1; row < rows_.size(); ++row) {
      by_hash_.emplace_back(rows_[row].name.Hash(), row);
    }
    std::sort(by_hash_.begin(), by_hash_.end());
  }
  const RowText text(name);
  const size_t hash = text.Hash();
  std::vector<uint32_t> found;
  for (auto at = std::lower_bound(by_hash_.begin(), by_hash_.end(),
                                  std::pair<size_t, uint32_t>(hash, 0));
       at != by_hash_.end() && at->first == hash; ++at) {
    const uint32_t row = at->second;
    if (rows_[row].name == text && !IsUnderItsName(row)) found.push_back(row);
  }
  return found;
}

bool MatchingRows::IsUnderItsName(uint32_t row) const {
  for (uint32_t at = rows_[row].parent; at != 0; at = rows_[at].parent) {
    if (rows_[at].name == rows_[row].name) return true;
  }
  return false;
}

}  // namespace tfprof
