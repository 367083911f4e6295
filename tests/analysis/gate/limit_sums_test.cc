// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/limit_sums.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"
#include "support/limit_on.h"

namespace tfprof {

namespace {

using Sums = std::vector<double>;

GateInput SmallInput() {
  GateInputMaker maker(
      {{"root", TestedRow::kNoParent}, {"a", 0}, {"a/b", 1}, {"c", 0}});
  maker.Before({100, 60, 20, 40});
  maker.After({110, 65, 20, 45});
  maker.After({120, 70, 20, 50});
  SetAll(maker.input().candidate, Measure::kParameters, {9, 5, 2, 4});
  return maker.input();
}

}  // namespace

TEST_CASE("limits are asked for by pattern and measure, like ones as they come") {
  const std::vector<Limit> limits = {LimitOn("c", Measure::kMicros),
                                     LimitOn("a", Measure::kParameters),
                                     LimitOn("c", Measure::kMicros),
                                     LimitOn("", Measure::kMicros),
                                     LimitOn("a", Measure::kMicros)};
  const std::vector<size_t> order = LimitSums::OrderOf(limits);
  REQUIRE(order.size() == 5);
  CHECK(order[0] == 3);
  CHECK(order[1] + order[2] == 1 + 4);
  CHECK(order[3] == 0);
  CHECK(order[4] == 2);
}

TEST_CASE("each limit has its own sums, whatever was asked for before it") {
  const GateInput input = SmallInput();
  const std::vector<std::string_view> patterns = {"a.*", "[ac]", "", "d"};
  LimitSums sums(input, patterns);
  const Limit micros = LimitOn("a.*", Measure::kMicros);
  const Limit parameters = LimitOn("a.*", Measure::kParameters);
  const Limit others = LimitOn("[ac]", Measure::kParameters);
  const Limit all = LimitOn("", Measure::kMicros);
  const Limit none = LimitOn("d", Measure::kMicros);
  for (int round = 0; round < 2; ++round) {
    REQUIRE(sums.Find(micros));
    CHECK(sums.rows() == std::vector<uint32_t>{1});
    CHECK(sums.before() == Sums{60});
    CHECK(sums.after() == Sums{65, 70});
    REQUIRE(sums.Find(parameters));
    CHECK(sums.rows() == std::vector<uint32_t>{1});
    CHECK(sums.before().empty());  // no run of the baseline knows them
    CHECK(sums.after() == Sums{5, 5});
    REQUIRE(sums.Find(others));
    CHECK(sums.rows() == std::vector<uint32_t>{1, 3});
    CHECK(sums.after() == Sums{9, 9});
    REQUIRE(sums.Find(all));
    CHECK(sums.rows() == std::vector<uint32_t>{0});
    CHECK(sums.before() == Sums{100});
    for (int again = 0; again < 2; ++again) {
      const Status found = sums.Find(none);
      REQUIRE_FALSE(found);
      CHECK(found.error().message ==
            "budget.toml:3: no row of scope matches 'd' in full; a limit on "
            "nothing protects nothing");
    }
  }
}

}  // namespace tfprof
