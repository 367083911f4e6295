// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend/change_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>

#include "base/statistics.h"

namespace tfprof {

namespace {

constexpr int kPermutations = 499;
constexpr double kMostP = 0.01;
constexpr int kWindowLevels = 2;

// Adds up values by their rank: how many there are below one, and their sum.
class RankSums {
 public:
  explicit RankSums(size_t ranks) : count_(ranks + 1), sum_(ranks + 1) {}

  void Add(size_t rank, double value) {
    ++all_;
    total_ += value;
    for (size_t i = rank + 1; i < count_.size(); i += i & (~i + 1)) {
      ++count_[i];
      sum_[i] += value;
    }
  }

  // The sum of the distances of the added values from `value`.
  double DistancesFrom(size_t rank, double value) const {
    double below = 0;
    double sum_below = 0;
    for (size_t i = rank + 1; i > 0; i &= i - 1) {
      below += count_[i];
      sum_below += sum_[i];
    }
    return value * below - sum_below + (total_ - sum_below) -
           value * (all_ - below);
  }

 private:
  std::vector<double> count_;
  std::vector<double> sum_;
  double all_ = 0;
  double total_ = 0;
};

struct Split {
  size_t at = 0;
  double statistic = -1;
};

// The split with the greatest energy statistic. Ranks are below `all_ranks`.
Split BestSplit(std::span<const double> values,
                std::span<const uint32_t> ranks, size_t all_ranks) {
  const size_t n = values.size();
  // Distances within the first i values, and within those from i on.
  std::vector<double> within_first(n + 1);
  std::vector<double> within_last(n + 1);
  RankSums first(all_ranks);
  for (size_t i = 0; i < n; ++i) {
    within_first[i + 1] =
        within_first[i] + first.DistancesFrom(ranks[i], values[i]);
    first.Add(ranks[i], values[i]);
  }
  RankSums last(all_ranks);
  for (size_t i = n; i-- > 0;) {
    within_last[i] =
        within_last[i + 1] + last.DistancesFrom(ranks[i], values[i]);
    last.Add(ranks[i], values[i]);
  }
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

// The same over all values, the first and the last two thirds, and so on in
// these: a slowdown that was fixed later hardly splits the whole.
Split BestSplitOfWindows(std::span<const double> values,
                         std::span<const uint32_t> ranks, size_t all_ranks,
                         int levels = kWindowLevels) {
  Split best = BestSplit(values, ranks, all_ranks);
  const size_t third = values.size() / 3;
  const size_t size = values.size() - third;
  if (levels == 0 || size < 2 * kLeastSegment) return best;
  for (const size_t begin : {size_t{0}, third}) {
    const Split split =
        BestSplitOfWindows(values.subspan(begin, size),
                           ranks.subspan(begin, size), all_ranks, levels - 1);
    if (split.statistic > best.statistic) {
      best = {begin + split.at, split.statistic};
    }
  }
  return best;
}

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
                 const std::vector<uint32_t>& ranks, double statistic) {
  std::mt19937_64 random(values.size());
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> shuffled(values.size());
  std::vector<uint32_t> shuffled_ranks(values.size());
  int as_good = 0;
  for (int i = 1; i <= kPermutations; ++i) {
    // As std::shuffle, but the same with every library.
    for (size_t j = order.size(); j > 1; --j) {
      std::swap(order[j - 1], order[random() % j]);
    }
    for (size_t j = 0; j < order.size(); ++j) {
      shuffled[j] = values[order[j]];
      shuffled_ranks[j] = ranks[order[j]];
    }
    const Split best =
        BestSplitOfWindows(shuffled, shuffled_ranks, shuffled.size());
    if (best.statistic >= statistic) ++as_good;
    if (as_good + 1 > kMostP * (kPermutations + 1)) {
      return static_cast<double>(as_good + 1) / (i + 1);
    }
  }
  return static_cast<double>(as_good + 1) / (kPermutations + 1);
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
  std::vector<std::pair<size_t, size_t>> segments = {{0, values.size()}};
  while (!segments.empty()) {
    const auto [begin, end] = segments.back();
    segments.pop_back();
    if (end - begin < 2 * kLeastSegment) continue;
    const auto segment = values.subspan(begin, end - begin);
    const std::vector<uint32_t> ranks = RanksOf(segment);
    const Split split = BestSplitOfWindows(segment, ranks, segment.size());
    if (split.statistic <= 0) continue;
    const double p = TestSplit(segment, ranks, split.statistic);
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
