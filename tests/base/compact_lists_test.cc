// SPDX-License-Identifier: Apache-2.0
#include "base/compact_lists.h"

#include <array>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {
namespace {

struct Pair {
  int64_t first = 0;
  int64_t second = 0;

  static constexpr size_t kNumbers = 2;

  std::array<int64_t, kNumbers> Numbers() const { return {first, second}; }

  static Pair Of(const std::array<int64_t, kNumbers>& numbers) {
    return {numbers[0], numbers[1]};
  }

  bool operator==(const Pair&) const = default;
};

}  // namespace

TEST_CASE("rows of records are what was pushed") {
  CompactLists<Pair> lists;
  std::vector<std::vector<Pair>> expected;
  for (int64_t row = 0; row < 1000; ++row) {
    auto& pairs = expected.emplace_back();
    for (int64_t i = 0; i < row % 4; ++i) {
      pairs.push_back({row << i, -i});
      lists.Push(pairs.back());
    }
    lists.EndRow();
  }
  REQUIRE(lists.size() == expected.size());
  for (size_t row = 0; row < expected.size(); ++row) {
    const auto pairs = lists[row];
    CHECK(std::vector<Pair>(pairs.begin(), pairs.end()) == expected[row]);
    CHECK(pairs.size() == expected[row].size());
    CHECK(pairs.empty() == expected[row].empty());
  }
}

}  // namespace tfprof
