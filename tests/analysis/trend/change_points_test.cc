// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend/change_points.h"

#include <cmath>
#include <random>

#include "support/catch.h"

namespace tfprof {

namespace {

// `count` values around `level_of(i)`, the same for the same seed.
template <typename LevelOf>
std::vector<double> Noisy(size_t count, double spread, uint64_t seed,
                          LevelOf level_of) {
  std::mt19937_64 random(seed);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) {
    double noise = -6;
    for (int j = 0; j < 12; ++j) {
      noise += static_cast<double>(random() >> 11) * 0x1p-53;
    }
    values.push_back(level_of(i) + spread * noise);
  }
  return values;
}

// The number of series with a change point among `series` of pure noise,
// `values` long.
int NoisesWithPoints(uint64_t series, size_t values) {
  int with_points = 0;
  for (uint64_t seed = 0; seed < series; ++seed) {
    const auto noise = Noisy(values, 1, seed, [](size_t) { return 0.0; });
    with_points += FindChangePoints(noise).empty() ? 0 : 1;
  }
  return with_points;
}

std::vector<size_t> PlacesOf(const std::vector<ChangePoint>& points) {
  std::vector<size_t> places;
  for (const ChangePoint& point : points) places.push_back(point.at);
  return places;
}

}  // namespace

TEST_CASE("a change of level is found where it is") {
  const auto values =
      Noisy(20, 0.01, 1, [](size_t i) { return i < 12 ? 1.0 : 1.1; });
  const auto points = FindChangePoints(values);
  CHECK(PlacesOf(points) == std::vector<size_t>{12});
  CHECK(points[0].p <= 0.01);
  CHECK_FALSE(IsCreep(values, points));
}

TEST_CASE("a level between two changes is found") {
  const auto values = Noisy(45, 0.01, 2, [](size_t i) {
    return i >= 15 && i < 30 ? 1.1 : 1.0;
  });
  CHECK(PlacesOf(FindChangePoints(values)) == std::vector<size_t>{15, 30});
}

TEST_CASE("a change that is mended soon is found") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    for (const size_t end : {15, 20}) {
      const auto values = Noisy(30, 0.01, seed, [end](size_t i) {
        return i >= 10 && i < end ? 1.1 : 1.0;
      });
      const auto places = PlacesOf(FindChangePoints(values));
      REQUIRE(places.size() >= 2);
      CHECK(places.front() == 10);
      CHECK(places.back() == end);
    }
  }
}

TEST_CASE("noise alone has change points in one series of a hundred") {
  CHECK(NoisesWithPoints(400, 20) <= 12);  // 4 are expected, with a deviation of 2
}

TEST_CASE("a change at the end of a long series is found") {
  const auto values = Noisy(
      3000, 0.01, 4, [](size_t i) { return i < 2996 ? 1.0 : 1.1; });
  const auto points = FindChangePoints(values);
  REQUIRE(PlacesOf(points) == std::vector<size_t>{2996});
  CHECK(points[0].p == 0.01);  // none of 99 permutations
}

TEST_CASE("noise alone hardly has change points in long series") {
  CHECK(NoisesWithPoints(200, 2000) <= 7);  // 2 are expected, with a deviation of 1.4
}

TEST_CASE("a straight line is a creep") {
  const auto values = Noisy(20, 0.005, 3, [](size_t i) {
    return 0.005 * static_cast<double>(i);
  });
  const auto points = FindChangePoints(values);
  CHECK_FALSE(points.empty());
  CHECK(IsCreep(values, points));
  const Line line = FitLine(values);
  CHECK(std::abs(line.last - line.first - 0.095) < 0.01);
}

TEST_CASE("too few values and equal ones have no change points") {
  CHECK(FindChangePoints(std::vector<double>{}).empty());
  CHECK(FindChangePoints(std::vector<double>{1, 1, 9, 9}).empty());
  CHECK(FindChangePoints(std::vector<double>(50, 3.0)).empty());
}

TEST_CASE("the interval of a difference is Welch's") {
  // By hand: means 2 and 6, variances of the means 1/3 and 4/3, 2.94 degrees.
  const MeanDifference found = CompareMeans(std::vector<double>{1, 2, 3},
                                            std::vector<double>{4, 6, 8});
  CHECK(found.difference == 4.0);
  CHECK(found.half_width > 3.8);
  CHECK(found.half_width < 4.3);
  CHECK(CompareMeans(std::vector<double>{1, 1}, std::vector<double>{2, 2})
            .half_width == 0.0);
}

}  // namespace tfprof
