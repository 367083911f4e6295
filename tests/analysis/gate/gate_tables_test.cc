// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/gate_tables.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

constexpr double kNoValue = GateInputMaker::kMissing;
const GateOptions kOptions;

// a is slower, b is new.
GateInput GateTablesInput() {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}, {"b", 0}});
  maker.AddFive({10'000, 10'000, kNoValue}, {15'000, 12'000, 3000});
  maker.input().rows[1].file = "net.py";
  maker.input().rows[1].line = 3;
  return maker.input();
}

GateResult ResultOf(const GateInput& input) {
  return RunGate(input, kOptions, {}, "2026-06-15");
}

Lines NamesOf(const std::vector<Section>& sections) {
  Lines names;
  for (const Section& section : sections) names.push_back(section.heading);
  return names;
}

}  // namespace

TEST_CASE(
    "gate tables: people see medians with their spread, and what explains") {
  const GateInput input = GateTablesInput();
  const auto sections = GateTables(input, kOptions, ResultOf(input), true);
  CHECK(NamesOf(sections) == Lines{"", "explanation by scope"});
  CHECK(LinesOf(sections[0])[0] ==
        "length | 10.00ms \u00b1 0% | 15.00ms "
        "\u00b1 0% | +50.0% | 0.008 | worse");
  CHECK(LinesOf(sections[1]) ==
        Lines{"b |  | 3.00ms \u00b1 0% |  |  | new | ",
              "a | 10.00ms \u00b1 0% | 12.00ms \u00b1 0% | +20.0% | 0.008 | "
              "slower | net.py:3"});
}

TEST_CASE("gate tables: programs have every table, in numbers") {
  const GateInput input = GateTablesInput();
  const auto sections = GateTables(input, kOptions, ResultOf(input), false);
  CHECK(NamesOf(sections) ==
        Lines{"measures", "rows", "exact", "operations on other devices"});
  const Table& rows = TableOf(sections[1]);
  REQUIRE(rows.rows.size() == 2);
  // b has no time before, not 0.
  CHECK(rows.rows[0][2] == Cell());
  CHECK(rows.rows[0][3] == Cell(3000.0));
  CHECK(rows.rows[0][8] == Cell(true));
  CHECK(rows.rows[1][12] == Cell("net.py:3"));
}

TEST_CASE("gate tables: people see ten rows and how many more there are") {
  std::vector<std::pair<std::string, uint32_t>> rows = {
      {"root", TestedRow::kNoParent}};
  std::vector<double> before = {10'000}, after = {25'000};
  for (int i = 0; i < 13; ++i) {
    rows.push_back({"new_" + std::to_string(i), 0});
    before.push_back(kNoValue);
    after.push_back(1000);
  }
  GateInputMaker maker(rows);
  maker.AddFive(before, after);
  for (int i = 0; i < 12; ++i)
    maker.input().moved.push_back({"n", "CPU", "GPU"});
  const auto sections =
      GateTables(maker.input(), kOptions, ResultOf(maker.input()), true);
  REQUIRE(sections.size() == 3);
  CHECK(TableOf(sections[1]).rows.size() == 11);
  CHECK(
      LinesOf(sections[1]).back().starts_with("and 3 more, see --output=json"));
  CHECK(
      LinesOf(sections[2]).back().starts_with("and 2 more, see --output=json"));
}

TEST_CASE("gate tables: rows are shown as deep as is asked") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}, {"a/x", 1}});
  maker.AddFive({10'000, 10'000, 8000}, {15'000, 15'000, 13'000});
  GateOptions options;
  const auto rows = [&] {
    return LinesOf(
        GateTables(maker.input(), options, ResultOf(maker.input()), true)[1]);
  };
  CHECK(rows().size() == 2);
  options.max_depth = 1;
  REQUIRE(rows().size() == 1);
  CHECK(rows()[0].starts_with("a | "));
}

TEST_CASE("gate tables: what neither side knows is for programs alone") {
  const GateInput input = GateTablesInput();
  const GateResult result = ResultOf(input);
  REQUIRE(result.exact.size() == kExactMeasures.size());
  const auto for_programs = GateTables(input, kOptions, result, false);
  CHECK(TableOf(for_programs[2]).rows.size() == kExactMeasures.size());
  CHECK(TableOf(for_programs[2]).rows[0][2] == Cell());
}

TEST_CASE("gate tables: runs have a date only if their clock has") {
  GateInput input = GateTablesInput();
  input.baseline.resize(1);
  input.candidate.resize(1);
  input.baseline[0].start_us = 1'700'000'000'000'000;
  input.baseline[0].steps = 7;
  input.baseline[0].used = {2, 3};
  input.candidate[0].start_us = 12;
  CHECK(LinesOf(RunsTable(input, true)) ==
        Lines{"before_0 | baseline | 2023-11-14 22:13:20 | 7 | 2 | 10.00ms |  "
              "| ",
              "after_0 | candidate |  | 0 | 0 | 15.00ms |  | "});
  const Section of_programs = RunsTable(input, false);
  CHECK(TableOf(of_programs).rows[0][2] ==
        Cell(int64_t{1'700'000'000'000'000}));
  CHECK(TableOf(of_programs).rows[1][2] == Cell());
}

TEST_CASE(
    "gate tables: numbers of the verdict are null where nothing was tested") {
  const auto number = [](const GateResult& result, std::string_view name) {
    for (const auto& [column, cell] : VerdictNumbers(kOptions, result)) {
      if (column.title == name) return cell;
    }
    FAIL("no such number");
    return Cell();
  };
  const GateResult slower = ResultOf(GateTablesInput());
  CHECK(number(slower, "before") == Cell(10'000.0));
  CHECK(number(slower, "alpha") == Cell(0.05));
  CHECK(number(slower, "is paired") == Cell(false));
  const GateResult nothing;
  CHECK(number(nothing, "before") == Cell());
  CHECK(number(nothing, "ratio") == Cell());
  CHECK(number(nothing, "alpha of length") == Cell());
  CHECK(number(nothing, "runs for must show") == Cell());
}

}  // namespace tfprof
