// SPDX-License-Identifier: Apache-2.0
// The ways to label runs baseline or candidate; all are equally likely if the
// sides do not differ. Permutation tests count them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfprof {

class Relabelings {
 public:
  static constexpr size_t kMost = 20'000;

  // All ways to split runs into groups of `first` and `second`. If there are
  // more than `most`, that many random ones; the same for the same sizes.
  static Relabelings Splits(size_t first, size_t second, size_t most = kMost);

  // For runs made in pairs: all ways to swap the two runs of a pair.
  static Relabelings Pairs(size_t pairs, size_t most = kMost);

  size_t size() const { return groups_.size(); }

  // Splits: bit i says whether run i (runs of the first group come first) is in
  // the second group. Pairs: bit i swaps pair i. Number 0: actual labels.
  uint64_t operator[](size_t i) const { return groups_[i]; }

  bool is_paired() const { return is_paired_; }

  size_t first() const { return first_; }

  size_t second() const { return second_; }

  // The smallest two-sided p value that is possible.
  double LeastP() const;

 private:
  Relabelings(size_t first, size_t second, bool is_paired)
      : first_(first), second_(second), is_paired_(is_paired) {}

  size_t first_, second_;
  bool is_paired_;
  std::vector<uint64_t> groups_;
};

// The least number of runs a side, or of pairs, that makes a p value of `alpha`
// possible.
size_t RunsNeeded(double alpha, bool is_paired);

}  // namespace tfprof
