// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/open_run.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int64_t kMilli = 1'000'000;
constexpr size_t kMicros = IndexOf(Measure::kMicros);

// Steps 1 to n that take so many ms, busy for half of it.
StepTable TableOfLengths(const std::vector<int64_t>& lengths) {
  StepTable table;
  int64_t start = 100 * kMilli;
  for (const int64_t length : lengths) {
    StepTable::Step step;
    step.step = static_cast<int64_t>(table.steps.size()) + 1;
    step.start_ns = start;
    step.end_ns = start + length * kMilli;
    step.time = {.busy_ns = length * kMilli / 2,
                 .sum_ns = length * kMilli,
                 .records = 3};
    start = step.end_ns;
    table.steps.push_back(step);
  }
  return table;
}

std::optional<double> Of(const GateRun& run, StepMeasure measure) {
  return run.Of({measure, ""});
}

// A run of three steps, of which the last two are used.
OpenRun MadeRun() {
  OpenRun open;
  open.table = TableOfLengths({50, 10, 20});
  open.run.name = "run";
  open.run.used = {2, 3};
  open.rows.resize(1);
  for (const int64_t step : {1, 2, 3}) {
    StepRows rows;
    rows.step = step;
    rows.has_row =
        std::make_shared<const std::vector<bool>>(std::vector{true, step != 1});
    rows.values[kMicros] = Column<int64_t>{100 * step};
    open.rows[0].push_back(rows);
  }
  return open;
}

std::bitset<kMeasureCount> TimesOnly() {
  std::bitset<kMeasureCount> measures;
  measures.set(kMicros);
  return measures;
}

}  // namespace

TEST_CASE(
    "open run: lengths are those of the used steps in the middle, in us") {
  GateRun run;
  run.used = {1, 2, 3};
  AddLengths(TableOfLengths({10, 20, 60}), run);
  CHECK(Of(run, StepMeasure::kLength) == 20'000);
  CHECK(Of(run, StepMeasure::kBusy) == 10'000);
  CHECK(Of(run, StepMeasure::kIdle) == 10'000);
  CHECK(Of(run, StepMeasure::kSum) == 20'000);
  CHECK(Of(run, StepMeasure::kParallelism) == 2);
}

TEST_CASE(
    "open run: the first step is told though it is not used, slow ones of "
    "ten") {
  GateRun run;
  run.used = {2, 3, 4, 5, 6, 7, 8, 9, 10};
  const StepTable table = TableOfLengths({90, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  AddLengths(table, run);
  CHECK(Of(run, StepMeasure::kFirstStep) == 90'000);
  CHECK_FALSE(Of(run, StepMeasure::kSlowSteps));
  run.used.push_back(11);
  AddLengths(table, run);
  CHECK(Of(run, StepMeasure::kSlowSteps) > 9000);
  GateRun one;
  one.used = {1};
  AddLengths(TableOfLengths({90}), one);
  CHECK_FALSE(Of(one, StepMeasure::kFirstStep));
}

TEST_CASE("open run: steps without times have no lengths") {
  StepTable table = TableOfLengths({10, 20});
  for (StepTable::Step& step : table.steps) {
    step.end_ns = step.start_ns;
    step.time.without_start = 3;
  }
  GateRun run;
  run.used = {1, 2};
  AddLengths(table, run);
  CHECK(run.of_steps.empty());
}

TEST_CASE("open run: columns that are equal are held once") {
  OpenRun first = MadeRun(), second = MadeRun();
  REQUIRE(SumUp(first, TimesOnly()));
  REQUIRE(SumUp(second, TimesOnly()));
  const auto& column =
      first.of_view[0].medians.of_measure[IndexOf(kNoisyMeasure)];
  auto& same = second.of_view[0].medians.of_measure[IndexOf(kNoisyMeasure)];
  CHECK(&*same != &*column);
  ShareEqual(first, second);
  CHECK(&*same == &*column);
  const double before = (*column)[0];
  same.Own().Set(0, before + 1);
  CHECK((*column)[0] == before);
  ShareEqual(first, second);
  CHECK(&*same != &*column);
}

TEST_CASE("open run: rows have the median of the used steps") {
  OpenRun open = MadeRun();
  REQUIRE(SumUp(open, TimesOnly()));
  const GateRun run = TakeView(open, 0);
  CHECK(run.has_row == std::vector<bool>{true, true});
  CHECK(run.Of(Measure::kMicros, 0) == 250);
  CHECK(run.Of(Measure::kMicros, 1) == 0);
  CHECK(run.Of(Measure::kCpuMicros, 0) == 0);
  CHECK(run.start_us == 100'000);
}

TEST_CASE("open run: a run whose used steps have no rows is told") {
  OpenRun open = MadeRun();
  open.run.used = {7};
  CHECK_FALSE(SumUp(open, TimesOnly()));
}

TEST_CASE(
    "open run: a node that is not on the path of a step had nothing of it") {
  OpenRun open = MadeRun();
  open.path_us = {
      {1, {{"a", 900}}}, {2, {{"a", 10}, {"b", 4}}}, {3, {{"a", 30}}}};
  REQUIRE(SumUp(open, TimesOnly()));
  CHECK(open.run.path_us == std::map<std::string, double>{{"a", 20}, {"b", 2}});
}

TEST_CASE(
    "open run: peaks hold what was there before only if all runs tell it") {
  std::vector<OpenRun> runs = {MadeRun(), MadeRun()};
  runs[0].peaks = {{1, {{"cpu", {900, 900}}}},
                   {2, {{"cpu", {10, 110}}}},
                   {3, {{"cpu", {20, 105}}}}};
  runs[1].peaks = {{2, {{"cpu", {15, 115}}}}};
  AddPeaks(runs);
  const GateRun::StepKey key = {StepMeasure::kPeakMemory, "cpu"};
  CHECK(runs[0].run.Of(key) == 110);
  CHECK(runs[1].run.Of(key) == 115);
  runs[0].run.of_steps.clear();
  runs[1].run.of_steps.clear();
  runs[1].peaks[2]["cpu"].of_all.reset();
  AddPeaks(runs);
  CHECK(runs[0].run.Of(key) == 20);
  CHECK(runs[1].run.Of(key) == 15);
}

TEST_CASE("open run: the same run twice is refused, with both names") {
  std::vector<OpenRun> runs = {MadeRun(), MadeRun(), MadeRun()};
  for (StepTable::Step& step : runs[1].table.steps) step.start_ns += 1;
  for (OpenRun& open : runs) REQUIRE(SumUp(open, TimesOnly()));
  runs[0].run.name = "a";
  runs[2].run.name = "b";
  const Status status = CheckDistinct(runs);
  REQUIRE_FALSE(status);
  CHECK(status.error().message.starts_with("a and b are the same run"));
  runs.pop_back();
  CHECK(CheckDistinct(runs));
}

TEST_CASE("open run: runs without start times may look the same") {
  std::vector<OpenRun> runs = {MadeRun(), MadeRun()};
  for (OpenRun& open : runs) {
    REQUIRE(SumUp(open, TimesOnly()));
    open.run.of_steps.clear();
  }
  CHECK(CheckDistinct(runs));
}

TEST_CASE("programs of a run add up, the greatest planned peak counts") {
  GateRun run;
  AddPrograms(run);
  CHECK(run.of_steps.empty());
  run.programs["a"] = {.float_ops = 3, .bytes = 4, .planned_peak_bytes = 50};
  run.programs["b"] = {.float_ops = 5, .bytes = 6, .planned_peak_bytes = 40};
  AddPrograms(run);
  CHECK(run.Of({StepMeasure::kProgramFloatOps, ""}) == 8);
  CHECK(run.Of({StepMeasure::kProgramBytes, ""}) == 10);
  CHECK(run.Of({StepMeasure::kPlannedPeak, ""}) == 50);
  run.programs["c"] = {.float_ops = std::nullopt, .bytes = 1};
  run.of_steps.clear();
  AddPrograms(run);
  CHECK_FALSE(run.Of({StepMeasure::kProgramFloatOps, ""}));
  CHECK(run.Of({StepMeasure::kProgramBytes, ""}) == 11);
}

}  // namespace tfprof
