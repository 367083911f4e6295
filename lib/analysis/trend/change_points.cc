// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend/change_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>

#include "base/statistics.h"

namespace tfprof {

namespace {

constexpr size_t kMostPermutations = 499;
constexpr size_t kLeastPermutations = 99;  // the fewest whose p can be 1 %
constexpr size_t kMostShuffled = size_t{128} * kMostPermutations;
constexpr double kMostP = 0.01;
constexpr size_t kWindowLevels = 2;

// Adds up values by their rank: how many there are below one, and their sum.
class RankSums {
 public:
  void Start(size_t ranks) {
    below_.assign(ranks + 1, {});
    all_ = {};
  }

  void Add(size_t rank, double value) {
    all_.Add(value);
    for (size_t i = rank + 1; i < below_.size(); i += i & (~i + 1)) {
      below_[i].Add(value);
    }
  }

  // The sum of the distances of the added values from `value`.
  double DistancesFrom(size_t rank, double value) const {
    double below = 0;
    double sum_below = 0;
    for (size_t i = rank + 1; i > 0; i &= i - 1) {
      below += below_[i].count;
      sum_below += below_[i].sum;
    }
    return value * below - sum_below + (all_.sum - sum_below) -
           value * (all_.count - below);
  }

 private:
  struct Sum {
    double count = 0;
    double sum = 0;

    void Add(double value) {
      ++count;
      sum += value;
    }
  };

  std::vector<Sum> below_;
  Sum all_;
};

struct Split {
  size_t at = 0;
  double statistic = -1;
};

// The split with the greatest energy statistic. `within_first[i]` is the sum of
// the distances within the first i values, `within_last[i]` of those from i on.
Split BestSplit(std::span<const double> within_first,
                std::span<const double> within_last) {
  const size_t n = within_first.size() - 1;
  Split best;
  for (size_t at = kLeastSegment; at + kLeastSegment <= n; ++at) {
    const auto a = static_cast<double>(at);
    const auto b = static_cast<double>(n - at);
    const double between = within_first[n] - within_first[at] - within_last[at];
    const double energy = 2 * between / (a * b) -
                          within_first[at] * 2 / (a * (a - 1)) -
                          within_last[at] * 2 / (b * (b - 1));
    const double statistic = a * b / (a + b) * energy;
    if (statistic > best.statistic) best = {at, statistic};
  }
  return best;
}

// Finds the best split of a series of values, again and again in the same
// memory.
class Splitter {
 public:
  // The best split of all values, of the first and of the last two thirds, and
  // so on recursively: a slowdown that was fixed later hardly splits the whole.
  // `ranks` are the ranks of the values.
  Split Best(std::span<const double> values, std::span<const uint32_t> ranks) {
    values_ = values;
    ranks_ = ranks;
    return BestOfWindows(0, SumFirst(0, values.size(), all_first_),
                         SumLast(0, values.size(), all_last_), kWindowLevels);
  }

 private:
  using Distances = std::vector<double>;

  // Distances within values from `begin` on, which are `size`: of their
  // beginnings, and of their ends. Each is the same for the windows that begin,
  // or end, there.
  std::span<const double> SumFirst(size_t begin, size_t size,
                                   Distances& first) {
    first.assign(size + 1, 0);
    sums_.Start(values_.size());
    for (size_t i = 0; i < size; ++i) {
      const size_t at = begin + i;
      first[i + 1] = first[i] + sums_.DistancesFrom(ranks_[at], values_[at]);
      sums_.Add(ranks_[at], values_[at]);
    }
    return first;
  }

  std::span<const double> SumLast(size_t begin, size_t size, Distances& last) {
    last.assign(size + 1, 0);
    sums_.Start(values_.size());
    for (size_t i = size; i-- > 0;) {
      const size_t at = begin + i;
      last[i] = last[i + 1] + sums_.DistancesFrom(ranks_[at], values_[at]);
      sums_.Add(ranks_[at], values_[at]);
    }
    return last;
  }

  // A window has two for its halves, which overlap by a third.
  Split BestOfWindows(size_t begin, std::span<const double> first,
                      std::span<const double> last, size_t levels) {
    Split best = BestSplit(first, last);
    const size_t third = (first.size() - 1) / 3;
    const size_t size = first.size() - 1 - third;
    if (levels == 0 || size < 2 * kLeastSegment) return best;
    Distances& made = of_level_[levels - 1];
    const Split left =
        BestOfWindows(begin, first.first(size + 1),
                      SumLast(begin, size, made), levels - 1);
    if (left.statistic > best.statistic) best = left;
    const Split right =
        BestOfWindows(begin + third, SumFirst(begin + third, size, made),
                      last.subspan(third), levels - 1);
    if (right.statistic > best.statistic) {
      best = {third + right.at, right.statistic};
    }
    return best;
  }

  std::span<const double> values_;
  std::span<const uint32_t> ranks_;
  RankSums sums_;
  Distances all_first_;
  Distances all_last_;
  std::array<Distances, kWindowLevels> of_level_;
};

std::vector<uint32_t> RanksOf(std::span<const double> values) {
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return values[a] < values[b];
  });
  std::vector<uint32_t> ranks(values.size());
  for (uint32_t rank = 0; rank < order.size(); ++rank) {
    ranks[order[rank]] = rank;
  }
  return ranks;
}

// The p value of a split: how often shuffled values split at least as well.
// Stops early if it cannot be significant any more.
double TestSplit(std::span<const double> values,
                 const std::vector<uint32_t>& ranks, double statistic,
                 Splitter& splitter) {
  std::mt19937_64 random(values.size());
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> shuffled(values.size());
  std::vector<uint32_t> shuffled_ranks(values.size());
  // Long segments have fewer, or each level of segments would cost as much as
  // the one below it.
  const size_t permutations =
      std::clamp(kMostShuffled / values.size(), kLeastPermutations,
                 kMostPermutations);
  size_t as_good = 0;
  const auto p_after = [&as_good](size_t tried) {
    return static_cast<double>(as_good + 1) / static_cast<double>(tried + 1);
  };
  for (size_t i = 1; i <= permutations; ++i) {
    // std::shuffle, but equal in every library.
    for (size_t j = order.size(); j > 1; --j) {
      std::swap(order[j - 1], order[random() % j]);
    }
    for (size_t j = 0; j < order.size(); ++j) {
      shuffled[j] = values[order[j]];
      shuffled_ranks[j] = ranks[order[j]];
    }
    const Split best = splitter.Best(shuffled, shuffled_ranks);
    if (best.statistic >= statistic) ++as_good;
    if (p_after(permutations) > kMostP) return p_after(i);
  }
  return p_after(permutations);
}

double SumOfSquares(std::span<const double> values, const Line& line) {
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double share = n > 1 ? static_cast<double>(i) / (n - 1) : 0;
    const double expected = line.first + share * (line.last - line.first);
    sum += (values[i] - expected) * (values[i] - expected);
  }
  return sum;
}

double InformationCriterion(double squares, size_t values, size_t parameters) {
  const auto n = static_cast<double>(values);
  return n * std::log(std::max(squares, 1e-300) / n) +
         static_cast<double>(parameters) * std::log(n);
}

// The 97.5 % quantile of Student's t (Cornish and Fisher's expansion).
double StudentQuantile(double degrees) {
  const double z = 1.959964;
  const double z3 = z * z * z;
  return z + (z3 + z) / (4 * degrees) +
         (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

}  // namespace

std::vector<ChangePoint> FindChangePoints(std::span<const double> values) {
  std::vector<ChangePoint> found;
  Splitter splitter;
  std::vector<std::pair<size_t, size_t>> segments = {{0, values.size()}};
  while (!segments.empty()) {
    const auto [begin, end] = segments.back();
    segments.pop_back();
    if (end - begin < 2 * kLeastSegment) continue;
    const auto segment = values.subspan(begin, end - begin);
    const std::vector<uint32_t> ranks = RanksOf(segment);
    const Split split = splitter.Best(segment, ranks);
    if (split.statistic <= 0) continue;
    const double p = TestSplit(segment, ranks, split.statistic, splitter);
    if (p > kMostP) continue;
    found.push_back({begin + split.at, p});
    segments.push_back({begin, begin + split.at});
    segments.push_back({begin + split.at, end});
  }
  std::sort(found.begin(), found.end(),
            [](const ChangePoint& a, const ChangePoint& b) {
              return a.at < b.at;
            });
  return found;
}

Line FitLine(std::span<const double> values) {
  const double mean = MeanOf(values);
  const double middle = (static_cast<double>(values.size()) - 1) / 2;
  const double slope = SlopeOf(values);
  return {mean - slope * middle, mean + slope * middle};
}

bool IsCreep(std::span<const double> values,
             std::span<const ChangePoint> points) {
  if (points.empty()) return false;
  double levels = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= points.size(); ++i) {
    const size_t end = i < points.size() ? points[i].at : values.size();
    const auto segment = values.subspan(begin, end - begin);
    const double mean = MeanOf(segment);
    levels += SumOfSquares(segment, {mean, mean});
    begin = end;
  }
  return InformationCriterion(SumOfSquares(values, FitLine(values)),
                              values.size(), 2) <
         InformationCriterion(levels, values.size(), 2 * points.size() + 1);
}

MeanDifference CompareMeans(std::span<const double> before,
                            std::span<const double> after) {
  const double left = MeanOf(before);
  const double right = MeanOf(after);
  const auto a = static_cast<double>(before.size());
  const auto b = static_cast<double>(after.size());
  const double of_left = SumOfSquares(before, {left, left}) / (a - 1) / a;
  const double of_right = SumOfSquares(after, {right, right}) / (b - 1) / b;
  const double both = of_left + of_right;
  if (both <= 0) return {right - left, 0};
  // Welch and Satterthwaite's degrees of freedom.
  const double degrees = both * both / (of_left * of_left / (a - 1) +
                                        of_right * of_right / (b - 1));
  return {right - left, StudentQuantile(degrees) * std::sqrt(both)};
}

}  // namespace tfprof
