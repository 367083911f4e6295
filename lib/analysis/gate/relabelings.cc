// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/relabelings.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace tfprof {

namespace {

// The number of ways to choose `k` of `n`, at most `most` + 1.
uint64_t Choose(size_t n, size_t k, uint64_t most) {
  uint64_t ways = 1;
  for (size_t i = 1; i <= k; ++i) {
    ways = ways * (n - k + i) / i;
    if (ways > most) return most + 1;
  }
  return ways;
}

}  // namespace

Relabelings Relabelings::Splits(size_t first, size_t second, size_t most) {
  Relabelings result(first, second, false);
  const size_t runs = first + second;
  // The actual labels: the last runs are the second group.
  const uint64_t at_hand = ((uint64_t{1} << second) - 1) << first;
  std::vector<uint64_t>& groups = result.groups_;
  groups.push_back(at_hand);
  if (Choose(runs, second, most) <= most) {
    std::vector<bool> chosen(runs, false);
    std::fill(chosen.begin(), chosen.begin() + static_cast<long>(second), true);
    do {
      uint64_t group = 0;
      for (size_t i = 0; i < runs; ++i) {
        group |= static_cast<uint64_t>(chosen[i]) << i;
      }
      if (group != at_hand) groups.push_back(group);
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return result;
  }
  // Not std::shuffle, whose order depends on the standard library.
  std::mt19937_64 random(runs * 64 + second);
  std::vector<size_t> order(runs);
  while (groups.size() < most) {
    std::iota(order.begin(), order.end(), size_t{0});
    uint64_t group = 0;
    for (size_t i = 0; i < second; ++i) {
      std::swap(order[i], order[i + random() % (runs - i)]);
      group |= uint64_t{1} << order[i];
    }
    groups.push_back(group);
  }
  return result;
}

Relabelings Relabelings::Pairs(size_t pairs, size_t most) {
  Relabelings result(pairs, pairs, true);
  constexpr size_t kMostBits = 32;
  if (pairs < kMostBits && (uint64_t{1} << pairs) <= most) {
    for (uint64_t group = 0; group < uint64_t{1} << pairs; ++group) {
      result.groups_.push_back(group);
    }
    return result;
  }
  std::mt19937_64 random(pairs);
  result.groups_.push_back(0);
  while (result.groups_.size() < most) result.groups_.push_back(random());
  return result;
}

double Relabelings::LeastP() const {
  // If groups are equally large, a split and its mirror image tie.
  const double extreme = first_ == second_ ? 2 : 1;
  return std::min(1.0, extreme / static_cast<double>(size()));
}

size_t RunsNeeded(double alpha, bool is_paired) {
  constexpr size_t kEnough = 30;
  for (size_t runs = 2; runs < kEnough; ++runs) {
    const auto ways =
        is_paired ? uint64_t{1} << runs
                  : Choose(2 * runs, runs, Relabelings::kMost * 1000);
    if (2.0 / static_cast<double>(ways) <= alpha) return runs;
  }
  return kEnough;
}

}  // namespace tfprof
