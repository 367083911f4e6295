// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/step_series.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;
using Costs = std::vector<std::pair<std::string, int64_t>>;  // of names, in us

// The tables of a step whose names are all of type Op.
BenchmarkTables Step(const Costs& costs) {
  BenchmarkTables tables;
  int64_t sum = 0;
  for (const auto& [name, micros] : costs) {
    BenchmarkTables::Name& row = tables.names.emplace_back();
    row.name = name;
    row.type = tables.types.Intern("Op");
    row.AddCall(micros, 0, 0);
    sum += micros;
  }
  tables.step_micros.Add(sum);
  tables.step_bytes.Add(8);
  return tables;
}

// Steps 10, 11, ... of one name each.
std::vector<Section> TablesOfSteps(const std::vector<int64_t>& micros) {
  StepSeries series(1);
  int64_t step = 10;
  for (const int64_t each : micros) series.AddStep(step++, Step({{"a", each}}));
  return series.Tables();
}

}  // namespace

TEST_CASE("an outlier is told among four steps and more") {
  CHECK(LinesOf(TablesOfSteps({100, 100, 100, 106})[0]).back() ==
        "13 | 1 | 106us | 106.00% | 8B | slower than the others");
  CHECK(LinesOf(TablesOfSteps({100, 100, 100, 94})[0]).back() ==
        "13 | 1 | 94us | 94.00% | 8B | faster than the others");
  // Five percent are within what is normal.
  CHECK(LinesOf(TablesOfSteps({100, 100, 100, 105})[0]).back() ==
        "13 | 1 | 105us | 105.00% | 8B | ");
  const std::vector<Section> few = TablesOfSteps({100, 100, 900});
  CHECK(LinesOf(few[0]).back() == "12 | 1 | 900us | 900.00% | 8B | ");
  CHECK(few[0].notes[1] == "3 steps: outliers need 4 or more");
}

TEST_CASE("the first step is held against the median of the others") {
  CHECK(TablesOfSteps({250, 100, 100, 101})[0].notes.back() ==
        "the first step took 2.50 times the median of the others");
}

TEST_CASE("a step that is left out is in the totals, with the reason") {
  StepSeries series(1);
  for (const int64_t each : {100, 100, 100, 100, 900}) {
    series.AddStep(each, Step({{"a", each}}));
  }
  series.Exclude(4, "XLA compiled");
  const std::vector<Section> sections = series.Tables();
  CHECK(LinesOf(sections[0]).back() ==
        "900 | 1 | 900us | 900.00% | 8B | XLA compiled");
  CHECK(LinesOf(sections[1]) ==
        Lines{"(top level) | 100us | 100us | 100us | 0.00% | "});
}

TEST_CASE("costs are spread by scope down to a depth, and by type") {
  StepSeries series(2);
  series.AddStep(0, Step({{"x/y/z/a", 10}, {"x/b", 20}, {"c", 30}}));
  const std::vector<Section> sections = series.Tables();
  CHECK(LinesOf(sections[1]) ==
        Lines{"(top level) | 30us | 30us | 30us | 0.00% | ",
              "x | 20us | 20us | 20us | 0.00% | ",
              "x/y | 10us | 10us | 10us | 0.00% | "});
  CHECK(LinesOf(sections[2]) == Lines{"Op | 60us | 60us | 60us | 0.00% | "});
}

TEST_CASE("a row that most steps do not have stands out where it is") {
  StepSeries series(1);
  for (int64_t step = 0; step < 5; ++step) {
    series.AddStep(
        step, step == 3 ? Step({{"a", 100}, {"r/b", 40}}) : Step({{"a", 100}}));
  }
  const auto row = RowOf(series.Tables()[1], "r");
  CHECK(row[1] == Cell(0.0));
  CHECK(row[2] == Cell(0.0));
  CHECK(row[3] == Cell(40.0));
  CHECK(row[5] == Cell(std::string("3")));
}

TEST_CASE("copies between devices make up no scopes") {
  StepSeries series(1);
  for (int64_t step = 0; step < 4; ++step) {
    series.AddStep(step, Step({{"loss/mean", 10},
                               {"edge_394_loss/mean", 5},
                               {"edge_case/mean", 7}}));
  }
  const std::vector<Section> sections = series.Tables();
  CHECK(LinesOf(sections[1]) ==
        Lines{"loss | 10us | 10us | 10us | 0.00% | ",
              "edge_case | 7us | 7us | 7us | 0.00% | "});
}

}  // namespace tfprof
