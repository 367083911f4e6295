// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/limit_sums.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "base/regex_set.h"
#include "base/strings.h"

namespace tfprof {

std::vector<size_t> LimitSums::OrderOf(std::span<const Limit> limits) {
  std::vector<size_t> order(limits.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const auto key = [&](const Limit& limit) {
      return std::tuple<std::string_view, std::string_view, Measure>(
          limit.view->name, limit.pattern, limit.measure);
    };
    return key(limits[a]) < key(limits[b]);
  });
  return order;
}

Status LimitSums::Find(const Limit& limit) {
  const bool has_rows = last_ != nullptr && last_->pattern == limit.pattern;
  if (has_rows && last_->measure == limit.measure) return {};
  if (!has_rows) {
    last_ = nullptr;
    if (limit.pattern.empty()) {
      rows_ = {0};
    } else {
      // Compiled patterns are large, and limits may be many: one at a time.
      TFPROF_ASSIGN_OR_RETURN(const RegexSet patterns,
                              RegexSet::Compile({limit.pattern}));
      rows_ = matching_.Find(limit.pattern, patterns);
    }
    if (rows_.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}: no row of {} matches '{}' in full; a limit on nothing "
                  "protects nothing",
                  limit.place, limit.view->name, Printable(limit.pattern));
    }
  }
  before_ = SumsOf(input_.baseline, limit.measure);
  after_ = SumsOf(input_.candidate, limit.measure);
  last_ = &limit;
  return {};
}

std::vector<double> LimitSums::SumsOf(const std::vector<GateRun>& runs,
                                      Measure measure) const {
  if (!GateInput::KnowsAll(runs, measure)) return {};
  std::vector<double> sums;
  for (const GateRun& run : runs) {
    double sum = 0;
    for (const uint32_t row : rows_) sum += run.Of(measure, row);
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace tfprof
