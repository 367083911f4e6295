// SPDX-License-Identifier: Apache-2.0
// Whether two groups of runs differ. The run is the unit of evidence: steps of
// one run share its luck, and are a sample of it, not of the program.
//
// All tests here are exact permutation tests (Fisher, Pitman): if nothing but
// the labels differed, every way to deal the runs to the two groups would be as
// likely, so the share of them that look at least as different as what was is
// the p value, whatever the distribution is. "Different" is Welch's statistic
// (Janssen 1997; Chung and Romano 2013), so that groups of unequal size and
// spread mislead it little. Ratios are differences of logarithms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/gate/relabelings.h"

namespace tfprof {

// The logarithms of two groups of positive values, one after the other.
std::vector<double> LogsOf(std::span<const double> first,
                           std::span<const double> second);

// The difference of the groups in units of its standard error, under any
// relabeling. Of pairs: of the differences within them.
class WelchStatistic {
 public:
  // `values` are those of the first group, then those of the second.
  WelchStatistic(std::span<const double> values,
                 const Relabelings& relabelings);

  // Signed: above 0 if the second group is larger.
  double At(uint64_t group) const;

  // The difference of means.
  double Difference() const;

 private:
  double AtSplit(uint64_t group) const;
  double AtPairs(uint64_t group) const;

  const Relabelings& relabelings_;
  std::vector<double> values_;  // less their mean; of pairs their differences
  double sum_ = 0;
  double squares_ = 0;
};

// Whether `there` is at least as far from 0 as `at_hand`. Statistics that are
// equal on paper may differ in the last bits.
bool IsAsExtreme(double there, double at_hand);

// Two-sided.
double PermutationP(std::span<const double> values,
                    const Relabelings& relabelings);

struct RatioEstimate {
  double ratio = 1;  // second group to first
  double low = 1;    // an interval that holds it with 1 - alpha; the values
  double high = 1;   // that a test at alpha would not reject
};

// Of logarithms. The interval is open, 0 to infinity, where there are too few
// runs to reject anything.
RatioEstimate EstimateRatio(std::span<const double> logs,
                            const Relabelings& relabelings, double alpha);

// Holm's step-down adjustment, in the order of `p`.
std::vector<double> HolmAdjusted(const std::vector<double>& p);

// The standard deviation of values; 0 of fewer than two.
double SpreadOf(std::span<const double> values);

}  // namespace tfprof
