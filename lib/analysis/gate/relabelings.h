// SPDX-License-Identifier: Apache-2.0
// The ways in which runs could have got their labels, baseline or candidate, if
// nothing but the labels differed: what permutation tests count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfprof {

class Relabelings {
 public:
  static constexpr size_t kMost = 20'000;

  // The ways to deal runs to a group of `first` and one of `second`. Of more
  // than `most` so many are drawn, the same ones for the same numbers.
  static Relabelings Splits(size_t first, size_t second, size_t most = kMost);

  // Of runs that were made in pairs: the ways to swap the two of each.
  static Relabelings Pairs(size_t pairs, size_t most = kMost);

  size_t size() const { return groups_.size(); }

  // Bit i of a split: run i, the first group before the second, is in the
  // second. Of pairs: the two of pair i are swapped. Number 0 is what was.
  uint64_t operator[](size_t i) const { return groups_[i]; }

  bool is_paired() const { return is_paired_; }

  size_t first() const { return first_; }

  size_t second() const { return second_; }

  // The least p value that these runs can reach, two-sided.
  double LeastP() const;

 private:
  Relabelings(size_t first, size_t second, bool is_paired)
      : first_(first), second_(second), is_paired_(is_paired) {}

  size_t first_, second_;
  bool is_paired_;
  std::vector<uint64_t> groups_;
};

// The least number of runs a side, or of pairs, with which a p value of `alpha`
// can be had.
size_t RunsNeeded(double alpha, bool is_paired);

}  // namespace tfprof
