// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "base/regex_set.h"

namespace tfprof {

// Finds the rows that patterns of a budget mean. There may be a limit for each
// of very many rows, so patterns that are names are looked up, and all others
// are matched in one pass over the names.
class MatchingRows {
 public:
  // `rows` and `patterns` are referred to. Rows stand behind those above them.
  // The patterns are those that will be asked for: others take longer.
  MatchingRows(const GateRows& rows, std::span<const std::string_view> patterns)
      : rows_(rows), patterns_(patterns) {}

  // Rows below the root that match and are not under another one that does, in
  // order. `pattern` is the only one of `compiled`.
  std::vector<uint32_t> Find(std::string_view pattern,
                             const RegexSet& compiled);

 private:
  std::vector<uint32_t> RowsOfName(const std::string& name);
  void MatchAll();
  void LeaveOutNested(std::vector<uint32_t>& rows);

  const GateRows& rows_;
  const std::span<const std::string_view> patterns_;
  // Each made when first needed.
  std::vector<std::pair<size_t, uint32_t>> by_hash_;
  // By pattern, the rows that match.
  std::optional<std::map<std::string, std::vector<uint32_t>, std::less<>>>
      of_pattern_;
  // By row: its place where rows are followed by those below them, and the end
  // of these.
  std::vector<uint32_t> place_, end_;
};

}  // namespace tfprof
