// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/gate/rows_with_texts.h"
#include "base/regex_set.h"

namespace tfprof {

// Finds the rows that patterns of a budget mean. There may be a limit for each
// of very many rows or scopes, so patterns that are names are looked up, and
// others held only against rows that begin or end as what they match, or have
// one of a few texts in them that no match is without.
class MatchingRows {
 public:
  // `rows` and `patterns` are referred to. Rows stand behind those above them.
  // The patterns are those that will be asked for: others take longer.
  MatchingRows(const GateRows& rows,
               std::span<const std::string_view> patterns)
      : rows_(rows), patterns_(patterns) {}

  // Rows below the root that match and are not under another one that does, in
  // order.
  std::vector<uint32_t> Find(const RegexSet& patterns);

 private:
  std::vector<uint32_t> RowsOfHash(size_t hash);
  std::span<const uint32_t> RowsBetween(std::string_view first,
                                        std::string_view last);
  std::span<const uint32_t> RowsEndingIn(std::string_view end);
  std::optional<std::vector<uint32_t>> RowsWithOneOf(
      const std::vector<std::string>& texts);
  std::vector<uint32_t> Candidates(const RegexSet& patterns);
  std::vector<uint32_t> AllRows() const;
  void LeaveOutNested(std::vector<uint32_t>& rows);

  const GateRows& rows_;
  const std::span<const std::string_view> patterns_;
  // Each made when first needed.
  std::vector<std::pair<size_t, uint32_t>> by_hash_;
  std::vector<uint32_t> by_beginning_;
  std::vector<uint32_t> by_ending_;
  std::optional<RowsWithTexts> by_text_;
  // By row: its place where rows are followed by those below them, and the end
  // of these.
  std::vector<uint32_t> place_, end_;
};

}  // namespace tfprof
