// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "base/regex_set.h"

namespace tfprof {

// Finds the rows that patterns of a budget mean. There may be a limit for each
// of very many rows or scopes, so patterns that are names are looked up, and
// others held only against rows that begin or end as what they match.
class MatchingRows {
 public:
  // `rows` are referred to, and those above others stand before them.
  explicit MatchingRows(const GateRows& rows) : rows_(rows) {}

  // Rows below the root that match and are not under another one that does, in
  // order.
  std::vector<uint32_t> Find(const RegexSet& patterns);

 private:
  std::vector<uint32_t> RowsOfHash(size_t hash);
  std::span<const uint32_t> RowsBetween(std::string_view first,
                                        std::string_view last);
  std::span<const uint32_t> RowsEndingIn(std::string_view end);
  std::vector<uint32_t> Candidates(const RegexSet& patterns);
  std::vector<uint32_t> AllRows() const;
  void LeaveOutNested(std::vector<uint32_t>& rows);

  const GateRows& rows_;
  // Each made when first needed.
  std::vector<std::pair<size_t, uint32_t>> by_hash_;
  std::vector<uint32_t> by_beginning_;
  std::vector<uint32_t> by_ending_;
  // By row: its place where rows are followed by those below them, and the end
  // of these.
  std::vector<uint32_t> place_, end_;
};

}  // namespace tfprof
