// SPDX-License-Identifier: Apache-2.0
// Whether two groups of runs differ. The run is the unit of evidence: steps of
// one run share its luck, and are a sample of it, not of the program.
//
// All tests here are exact permutation tests (Fisher, Pitman): if nothing but
// the labels differed, every way to split the runs into the two groups would be
// as likely, so the share of splits that look at least as different as the one
// at hand is the p value, whatever the distribution is. Ratios are differences
// of logarithms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tfprof {

// The ways to split runs into a group of `first` and one of `second`. Of more
// than kMostSplits so many are drawn, the same ones for the same numbers; the
// one at hand is always among them, and its mirror image, too.
class Splits {
 public:
  static constexpr size_t kMostSplits = 20'000;

  Splits(size_t first, size_t second);

  size_t size() const { return groups_.size(); }

  // By run, the first group before the second: whether the split puts it into
  // the second. The split 0 is the one at hand.
  uint64_t operator[](size_t split) const { return groups_[split]; }

  size_t first() const { return first_; }

  size_t second() const { return second_; }

  // The least p value that these runs can reach, two-sided.
  double LeastP() const;

 private:
  size_t first_, second_;
  std::vector<uint64_t> groups_;
};

// The least number of runs a side with which a p value of `alpha` can be had.
size_t RunsNeeded(double alpha);

// Two-sided p value of the difference of the groups' means. `values` are those
// of the first group, then those of the second.
double PermutationP(std::span<const double> values, const Splits& splits);

struct RatioEstimate {
  double ratio = 1;  // second group to first
  double low = 1;   // an interval that holds it with 1 - alpha; the values that
  double high = 1;  // a test at alpha would not reject
};

// Of positive values. The interval is open, 0 to infinity, where there are too
// few runs to reject anything.
RatioEstimate EstimateRatio(std::span<const double> first,
                            std::span<const double> second,
                            const Splits& splits, double alpha);

// The least ratio above 1 that runs which spread like these would have shown at
// `alpha`; nothing if none would.
std::optional<double> SmallestRatioShown(std::span<const double> first,
                                         std::span<const double> second,
                                         const Splits& splits, double alpha);

}  // namespace tfprof
