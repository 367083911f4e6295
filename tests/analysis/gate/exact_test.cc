// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/exact.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

constexpr Measure kParameters = Measure::kParameters;

// net, with net/a and net/b in it, and head; one run a side.
GateInput Tree(const std::vector<double>& before,
               const std::vector<double>& after,
               Measure measure = kParameters) {
  GateInputMaker maker({{"root", TestedRow::kNoParent},
                        {"net", 0},
                        {"net/a", 1},
                        {"net/b", 1},
                        {"head", 0}});
  maker.Before({10'000});
  maker.After({10'000});
  SetAll(maker.input().baseline, measure, before);
  SetAll(maker.input().candidate, measure, after);
  return maker.input();
}

std::vector<ExactChange> Changes(const GateInput& input,
                                 Measure measure = kParameters,
                                 std::vector<Acceptance> accepted = {}) {
  ExactOptions options{.today = "2026-06-15"};
  options.measures = {measure};
  return CompareExactly(input, accepted, options);
}

Acceptance Accept(const std::string& pattern) {
  Acceptance acceptance;
  acceptance.place = "budget.toml:3";
  acceptance.pattern = pattern;
  acceptance.reason = "wider";
  return acceptance;
}

}  // namespace

TEST_CASE("exact: growth is named where it is, down the tree") {
  const auto changes =
      Changes(Tree({100, 60, 40, 20, 40}, {120, 80, 40, 40, 40}));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].row == 3);
  CHECK(changes[0].has_grown);
  CHECK(changes[0].before == 20);
  CHECK(changes[0].after == 40);
  CHECK(changes[0].words == "params of net/b: 20 before, 40 now");
}

TEST_CASE("exact: recordings without steps are not counted") {
  const std::vector<double> before = {48, 48, 48, 0, 0};
  const std::vector<double> after = {50, 50, 50, 0, 0};
  GateInput input = Tree(before, after, Measure::kRunCount);
  CHECK(Changes(input, Measure::kRunCount)[0].has_grown);
  input.candidate[0].is_whole = true;
  const auto changes = Changes(input, Measure::kRunCount);
  REQUIRE(changes.size() == 1);
  CHECK_FALSE(changes[0].has_grown);
  CHECK_FALSE(changes[0].before);
  CHECK(changes[0].words ==
        "run_count: not compared, since a recording without marked steps "
        "begins and ends anywhere");
  input = Tree(before, after);
  input.candidate[0].is_whole = true;
  CHECK(Changes(input)[0].has_grown);  // parameters do not depend on it
}

TEST_CASE("exact: growth in several places is named in each") {
  const auto changes =
      Changes(Tree({100, 60, 40, 20, 40}, {130, 80, 40, 40, 50}));
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].row == 3);
  CHECK(changes[1].row == 4);
}

TEST_CASE("exact: what rows below do not explain is said of the row above") {
  const auto changes =
      Changes(Tree({100, 60, 40, 20, 40}, {130, 90, 40, 30, 40}));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].row == 1);
}

TEST_CASE("exact: growth that is made up for, and a decrease, are none") {
  CHECK(Changes(Tree({100, 60, 40, 20, 40}, {100, 80, 60, 20, 20})).empty());
  const auto less =
      Changes(Tree({100, 60, 40, 20, 40}, {90, 50, 30, 20, 40}));
  REQUIRE(less.size() == 1);
  CHECK(less[0].row == 0);
  CHECK_FALSE(less[0].has_grown);
}

TEST_CASE("exact: a few bytes more are none, one parameter more is") {
  const std::vector<double> before = {5000, 5000, 5000, 0, 0};
  const std::vector<double> after = {5100, 5100, 5100, 0, 0};
  const auto bytes = Changes(Tree(before, after, Measure::kRequestedBytes),
                             Measure::kRequestedBytes);
  REQUIRE(bytes.size() == 1);
  CHECK_FALSE(bytes[0].has_grown);
  CHECK(Changes(Tree({1, 1, 1, 0, 0}, {2, 2, 2, 0, 0}))[0].has_grown);
}

TEST_CASE("exact: growth that was accepted is taken out of what is above") {
  const GateInput input = Tree({100, 60, 40, 20, 40}, {130, 80, 40, 40, 50});
  auto changes = Changes(input, kParameters, {Accept("net/b")});
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].row == 3);
  CHECK(changes[0].is_accepted);
  CHECK_FALSE(changes[0].has_grown);
  CHECK(changes[0].words.ends_with(
      ", accepted at budget.toml:3 (reason: wider)"));
  CHECK(changes[1].row == 4);
  CHECK(changes[1].has_grown);
  changes = Changes(input, kParameters, {Accept("")});
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].row == 0);
  CHECK(changes[0].is_accepted);
}

TEST_CASE("exact: an acceptance holds up to its limits and to its last day") {
  const GateInput input = Tree({100, 60, 40, 20, 40}, {120, 80, 40, 40, 40});
  const auto is_accepted = [&](const Acceptance& acceptance) {
    return Changes(input, kParameters, {acceptance})[0].is_accepted;
  };
  Acceptance acceptance = Accept("net/b");
  acceptance.max = Decimal::Parse("40");
  CHECK(is_accepted(acceptance));
  acceptance.max = Decimal::Parse("39");
  CHECK_FALSE(is_accepted(acceptance));
  acceptance.max.reset();
  acceptance.max_increase = Decimal::Parse("100");
  CHECK(is_accepted(acceptance));
  acceptance.max_increase = Decimal::Parse("99.9");
  CHECK_FALSE(is_accepted(acceptance));
  acceptance.max_increase.reset();
  acceptance.until = "2026-06-15";
  CHECK(is_accepted(acceptance));
  acceptance.until = "2026-06-14";
  CHECK_FALSE(is_accepted(acceptance));
  acceptance = Accept("net/b");
  acceptance.measure = Measure::kFloatOps;
  CHECK_FALSE(is_accepted(acceptance));
}

TEST_CASE("exact: of acceptances of one pattern, the first wide enough counts") {
  const GateInput input = Tree({100, 60, 40, 20, 40}, {120, 80, 40, 40, 40});
  std::vector<Acceptance> accepted(5, Accept("net/b"));
  const char* const limits[] = {"39", "39", "40", "40", "41"};
  for (size_t i = 0; i < accepted.size(); ++i) {
    accepted[i].place = "budget.toml:" + std::to_string(i);
    accepted[i].max = Decimal::Parse(limits[i]);
  }
  const auto changes = Changes(input, kParameters, accepted);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].is_accepted);
  CHECK(changes[0].words.ends_with("at budget.toml:2 (reason: wider)"));
  accepted.resize(2);
  CHECK_FALSE(Changes(input, kParameters, accepted)[0].is_accepted);
}

TEST_CASE("exact: rows that vary among runs are compared if there are enough") {
  const auto changes_of = [](int runs) {
    GateInputMaker maker({{"root", TestedRow::kNoParent}});
    for (int i = 0; i < runs; ++i) {
      maker.Before({10'000});
      maker.After({10'000});
    }
    SetAll(maker.input().baseline, kParameters, {10});
    SetAll(maker.input().candidate, kParameters, {20});
    maker.input().candidate[0].medians.Own(kParameters).Set(0, 21);
    return Changes(maker.input());
  };
  CHECK(changes_of(3).empty());
  const auto changes = changes_of(5);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].words == "params of (all): 10 before, 20 to 21 now");
}

TEST_CASE("exact: what a side does not know is not compared, and that is said") {
  GateInput input = Tree({100, 60, 40, 20, 40}, {130, 80, 40, 40, 50});
  input.candidate[0].knows.reset();
  auto changes = Changes(input);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].before == 100);
  CHECK_FALSE(changes[0].after);
  CHECK(changes[0].words ==
        "params: not compared, since the dumps of the candidate do not record "
        "it");
  input.baseline[0].knows.reset();
  CHECK(
      Changes(input)[0].words ==
      "params: not compared, since the dumps of either side do not record it");
}

TEST_CASE("exact: a line is named if its own nodes make up nearly all") {
  GateInput input = Tree({100, 60, 40, 20, 40}, {200, 160, 130, 30, 40});
  input.rows[2].file = "net.py";
  input.rows[2].line = 7;
  const auto children = ChildrenOf(input.rows);
  const std::vector<double> change = {100, 100, 90, 10, 0};
  const ChangedLine line = LineOfChange(input, children, change, 0);
  CHECK(line.file == "net.py");
  CHECK(line.line == 7);
  const std::vector<double> spread = {100, 100, 70, 30, 0};
  CHECK(LineOfChange(input, children, spread, 0).line == 0);
  // Rows that shrank do not explain growth.
  const std::vector<double> against = {100, 100, -90, 190, 0};
  CHECK(LineOfChange(input, children, against, 0).line == 0);
}

}  // namespace tfprof
