// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "base/regex_set.h"

namespace tfprof {

// Finds the rows that patterns of a budget mean. There may be a limit for each
// of very many rows, by name, so patterns that are names are looked up.
class MatchingRows {
 public:
  // `rows` are referred to, and those above others stand before them.
  explicit MatchingRows(const GateRows& rows) : rows_(rows) {}

  // Rows below the root that match and are not under another one that does, in
  // order.
  std::vector<uint32_t> Find(const RegexSet& patterns);

 private:
  std::vector<uint32_t> FindName(const std::string& name);
  bool IsUnderItsName(uint32_t row) const;

  const GateRows& rows_;
  std::vector<std::pair<size_t, uint32_t>> by_hash_;  // made when first needed
};

}  // namespace tfprof
