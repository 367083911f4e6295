// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/matching_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/regex_many.h"

namespace tfprof {

std::vector<uint32_t> MatchingRows::Find(std::string_view pattern,
                                         const RegexSet& compiled) {
  std::vector<uint32_t> rows;
  if (const std::string* const name = compiled.OnlyText()) {
    rows = RowsOfName(*name);
  } else {
    MatchAll();
    const auto found = of_pattern_->find(pattern);
    if (found != of_pattern_->end()) {
      rows = found->second;
    } else {
      for (uint32_t row = 1; row < rows_.size(); ++row) {
        if (compiled.Matches(rows_[row].name.str())) rows.push_back(row);
      }
    }
  }
  LeaveOutNested(rows);
  return rows;
}

std::vector<uint32_t> MatchingRows::RowsOfName(const std::string& name) {
  if (by_hash_.empty()) {
    for (uint32_t row = 1; row < rows_.size(); ++row) {
      by_hash_.emplace_back(rows_[row].name.Hash(), row);
    }
    std::sort(by_hash_.begin(), by_hash_.end());
  }
  const RowText wanted(name);
  std::vector<uint32_t> rows;
  for (auto at =
           std::lower_bound(by_hash_.begin(), by_hash_.end(),
                            std::pair<size_t, uint32_t>(wanted.Hash(), 0));
       at != by_hash_.end() && at->first == wanted.Hash(); ++at) {
    if (rows_[at->second].name == wanted) rows.push_back(at->second);
  }
  return rows;
}

// Matches all patterns that are not names with all rows, once.
void MatchingRows::MatchAll() {
  if (of_pattern_) return;
  of_pattern_.emplace();
  RegexMany all;
  std::vector<std::vector<uint32_t>*> rows_of;
  for (const std::string_view pattern : patterns_) {
    const auto compiled = RegexSet::Compile({std::string(pattern)});
    if (!compiled || compiled->OnlyText() != nullptr) continue;
    const auto [entry, is_new] = of_pattern_->try_emplace(std::string(pattern));
    if (!is_new) continue;
    if (all.Add(pattern)) {
      rows_of.push_back(&entry->second);
    } else {
      of_pattern_->erase(entry);
    }
  }
  std::vector<int> matches;
  all.Compile();
  for (uint32_t row = 1; row < rows_.size() && !rows_of.empty(); ++row) {
    if (!all.Match(rows_[row].name.str(), matches)) {
      // The automaton needs too much memory: each pattern is matched alone.
      of_pattern_->clear();
      return;
    }
    for (const int at : matches) {
      rows_of[static_cast<size_t>(at)]->push_back(row);
    }
  }
}

void MatchingRows::LeaveOutNested(std::vector<uint32_t>& rows) {
  if (place_.empty()) {
    std::vector<uint32_t> sizes(rows_.size(), 1);
    for (size_t row = rows_.size(); --row > 0;) {
      sizes[rows_[row].parent] += sizes[row];
    }
    place_.assign(rows_.size(), 0);
    end_ = sizes;
    std::vector<uint32_t> next(rows_.size(), 1);  // of those below a row
    for (uint32_t row = 1; row < rows_.size(); ++row) {
      place_[row] = next[rows_[row].parent];
      end_[row] = place_[row] + sizes[row];
      next[rows_[row].parent] = end_[row];
      next[row] = place_[row] + 1;
    }
  }
  std::sort(rows.begin(), rows.end(),
            [&](uint32_t a, uint32_t b) { return place_[a] < place_[b]; });
  uint32_t end = 0;  // of what is under the last one
  std::erase_if(rows, [&](uint32_t row) {
    if (place_[row] < end) return true;
    end = end_[row];
    return false;
  });
  std::sort(rows.begin(), rows.end());
}

}  // namespace tfprof
