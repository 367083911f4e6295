// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/gate/budget.h"
#include "analysis/gate/matching_rows.h"

namespace tfprof {

// The sums that limits on rows of a view are about. Many limits may have one
// pattern, which all rows may match: asked for in order, its rows are found
// once, and added up once for each measure.
class LimitSums {
 public:
  // The order in which to ask: indices of the limits.
  static std::vector<size_t> OrderOf(std::span<const Limit> limits);

  // `input`, of the view of the limits, and `patterns`, of all limits, are
  // referred to.
  LimitSums(const GateInput& input, std::span<const std::string_view> patterns)
      : input_(input), matching_(input.rows, patterns) {}

  // Finds what `limit`, which is referred to, is about: one of the measures of
  // rows. Fails with kInvalidArgument where its pattern matches none.
  Status Find(const Limit& limit);

  // The rows of the last limit, and its sums by run; empty for a side that does
  // not know the measure.
  const std::vector<uint32_t>& rows() const { return rows_; }
  const std::vector<double>& before() const { return before_; }
  const std::vector<double>& after() const { return after_; }

 private:
  std::vector<double> SumsOf(const std::vector<GateRun>& runs,
                             Measure measure) const;

  const GateInput& input_;
  MatchingRows matching_;
  const Limit* last_ = nullptr;
  std::vector<uint32_t> rows_;
  std::vector<double> before_, after_;
};

}  // namespace tfprof
