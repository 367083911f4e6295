// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/execution.h"

#include <algorithm>
#include <map>
#include <random>

#include "support/catch.h"

namespace tfprof {

namespace {

// Self time by row.
class Counted final : public ExecutionSink {
 public:
  void Count(const Execution& execution) override {
    self[execution.row] = execution.self_ps;
    total += execution.self_ps;
    is_sane = is_sane && execution.self_ps <= execution.duration_ps;
  }

  std::map<uint32_t, int64_t> self;
  int64_t total = 0;
  bool is_sane = true;
};

Execution Of(uint32_t row, int64_t begin, int64_t end) {
  Execution execution;
  execution.row = row;
  execution.number = row;
  execution.begin_ps = begin;
  execution.duration_ps = end - begin;
  return execution;
}

template <typename Times>
std::map<uint32_t, int64_t> SelfTimesOf(
    const std::vector<Execution>& executions) {
  Counted counted;
  Times times(counted);
  for (const Execution& execution : executions) times.Add(execution);
  times.Finish();
  CHECK(counted.is_sane);
  return counted.self;
}

using Selves = std::map<uint32_t, int64_t>;

}  // namespace

TEST_CASE("self time is what no inner execution has") {
  const std::vector<Execution> nested = {Of(1, 0, 100), Of(2, 10, 60),
                                         Of(3, 20, 30), Of(4, 70, 80)};
  const Selves selves = {{1, 40}, {2, 40}, {3, 10}, {4, 10}};
  CHECK(SelfTimesOf<ReferenceSelfTimes>(nested) == selves);
  CHECK(SelfTimesOf<ExclusiveSelfTimes>(nested) == selves);
}

TEST_CASE("what ends with the one around it is lost by the reference only") {
  const std::vector<Execution> shared = {Of(1, 0, 100), Of(2, 50, 100),
                                         Of(3, 60, 70)};
  CHECK(SelfTimesOf<ReferenceSelfTimes>(shared) == Selves{{1, 100}, {3, 10}});
  CHECK(SelfTimesOf<ExclusiveSelfTimes>(shared) ==
        Selves{{1, 50}, {2, 40}, {3, 10}});
}

TEST_CASE("time that two share belongs to the one that began last") {
  CHECK(SelfTimesOf<ExclusiveSelfTimes>({Of(1, 0, 10), Of(2, 5, 15)}) ==
        Selves{{1, 5}, {2, 10}});
}

TEST_CASE("a candidate that others lie in is no row and has no time") {
  Execution candidate = Of(2, 10, 90);
  candidate.is_candidate = true;
  CHECK(SelfTimesOf<ExclusiveSelfTimes>({Of(1, 0, 100), candidate}) ==
        Selves{{1, 20}, {2, 80}});
  CHECK(SelfTimesOf<ExclusiveSelfTimes>(
            {Of(1, 0, 100), candidate, Of(3, 20, 30)}) ==
        Selves{{1, 90}, {3, 10}});
}

TEST_CASE("self times of whatever overlaps add up to what was covered") {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<Execution> executions;
    std::vector<bool> covered(100);
    for (uint32_t row = 0; row < 12; ++row) {
      const auto begin = static_cast<int64_t>(random() % 100);
      const auto end =
          begin + static_cast<int64_t>(random() % (101 - unsigned(begin)));
      executions.push_back(Of(row, begin, end));
      for (int64_t at = begin; at < end; ++at) covered[size_t(at)] = true;
    }
    std::stable_sort(executions.begin(), executions.end(),
                     [](const Execution& a, const Execution& b) {
                       return a.begin_ps != b.begin_ps
                                  ? a.begin_ps < b.begin_ps
                                  : a.duration_ps > b.duration_ps;
                     });
    Counted counted;
    ExclusiveSelfTimes times(counted);
    for (const Execution& execution : executions) times.Add(execution);
    times.Finish();
    CHECK(counted.is_sane);
    CHECK(counted.self.size() == 12);
    CHECK(counted.total == std::count(covered.begin(), covered.end(), true));
  }
}

TEST_CASE("a million executions inside each other are no recursion") {
  Counted counted;
  ExclusiveSelfTimes times(counted);
  constexpr int64_t kDeep = 1'000'000;
  for (int64_t i = 0; i < kDeep; ++i) times.Add(Of(1, i, 2 * kDeep - i));
  times.Finish();
  CHECK(counted.total == 2 * kDeep);
}

}  // namespace tfprof
