// SPDX-License-Identifier: Apache-2.0
// Tests if two groups of runs differ. The unit of evidence is the run: steps of
// one run are not independent.
//
// All tests are exact permutation tests (Fisher, Pitman): if the groups did not
// differ, every way to deal the runs to them would be equally likely, so the p
// value is the share of them that differ at least as much as the actual groups,
// for any distribution. The measure is Welch's statistic (Janssen 1997; Chung
// and Romano 2013), robust for groups of unequal size and spread. Ratios are
// differences of logarithms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/gate/relabelings.h"

namespace tfprof {

// The logarithms of two groups of positive values, one after the other.
std::vector<double> LogsOf(std::span<const double> first,
                           std::span<const double> second);

// Welch's statistic of two groups under any relabeling; of pairs, of the
// differences within them.
class WelchStatistic {
 public:
  // `values`: first group, then second group.
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
  std::vector<double> values_;  // less their mean; or differences of pairs
  double sum_ = 0;
  double squares_ = 0;
};

// True if `there` is at least as far from 0 as `at_hand`, with a tolerance for
// rounding.
bool IsAsExtreme(double there, double at_hand);

// Two-sided.
double PermutationP(std::span<const double> values,
                    const Relabelings& relabelings);

struct RatioEstimate {
  double ratio = 1;  // second group over first
  double low = 1;    // confidence interval at 1 - alpha: the ratios
  double high = 1;   // that a test at alpha does not reject
};

// `logs` are logarithms. The interval is 0 to infinity if there are too few
// runs to reject anything.
RatioEstimate EstimateRatio(std::span<const double> logs,
                            const Relabelings& relabelings, double alpha);

// Holm's step-down adjustment, in the order of `p`.
std::vector<double> HolmAdjusted(const std::vector<double>& p);

// The standard deviation of values; 0 of fewer than two.
double SpreadOf(std::span<const double> values);

}  // namespace tfprof
