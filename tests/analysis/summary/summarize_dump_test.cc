// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/summarize_dump.h"

#include "support/catch.h"

namespace tfprof {
namespace {

StepTable::Step StepOf(int64_t number, int64_t length_ns, int64_t busy_ns) {
  StepTable::Step step;
  step.step = number;
  step.start_ns = 1000;
  step.end_ns = 1000 + length_ns;
  step.time = {busy_ns, 2 * busy_ns, 7, 0};
  return step;
}

StepTable SomeSteps() {
  StepTable table;
  table.device_names = {"/device:CPU:0", "/device:GPU:0/stream:all",
                        "/device:GPU:0/stream:3", "/device:GPU:0"};
  table.steps = {StepOf(0, 90'000, 10'000), StepOf(1, 20'000, 10'000),
                 StepOf(2, 40'000, 20'000), StepOf(3, 30'000, 15'000)};
  return table;
}

ChosenSteps Warm() { return {{1, 2, 3}, "warm", ""}; }

DumpSummary::Memory PeakOf(const char* allocator, int64_t step, int64_t bytes) {
  DumpSummary::Memory memory;
  memory.allocator = allocator;
  memory.step = step;
  memory.peak_bytes = bytes;
  return memory;
}

TEST_CASE("summary: lengths are of the chosen steps, and the first is named") {
  const StepTable table = SomeSteps();
  const ChosenSteps chosen = Warm();
  DumpSummary summary;
  CompleteSummary({.name = "cnn",
                   .dump = "runs/cnn/",
                   .nodes = 789,
                   .table = table,
                   .chosen = chosen,
                   .digests = {}},
                  summary);
  CHECK(summary.title == "cnn: 4 steps of 2 devices, 789 nodes.");
  CHECK(summary.about ==
        "Numbers are of steps 1-3; step 0 was the first and took 3.0 times the "
        "median.");
  REQUIRE(summary.step.has_value());
  CHECK(summary.step->median_ns == 30'000);
  CHECK(summary.step->least_ns == 20'000);
  CHECK(summary.step->most_ns == 40'000);
  CHECK(summary.step->busy_share == 0.5);
  CHECK(summary.step->parallelism == 2.0);
  CHECK(MedianStep(table, chosen) == 3);
}

TEST_CASE("summary: memory and work are of the chosen steps") {
  const StepTable table = SomeSteps();
  const ChosenSteps chosen = Warm();
  std::vector<StepDigest> digests = {
      {0, {PeakOf("cpu", 0, 900)}, WorkTotals{1, 1, 5, 5, 900}},
      {1,
       {PeakOf("cpu", 1, 100), PeakOf("gpu", 1, 300)},
       WorkTotals{4, 3, 100, 80, 2000}},
      {2, {PeakOf("cpu", 2, 200)}, WorkTotals{4, 3, 100, 100, 4000}}};
  DumpSummary summary;
  CompleteSummary({.name = "d",
                   .dump = "d",
                   .nodes = {},
                   .table = table,
                   .chosen = chosen,
                   .digests = std::move(digests)},
                  summary);
  REQUIRE(summary.memory.size() == 2);
  CHECK(summary.memory[0].allocator == "gpu");
  CHECK(summary.memory[1].peak_bytes == 200);
  CHECK(summary.memory[1].step == 2);
  REQUIRE(summary.work.has_value());
  CHECK(summary.work->float_ops == 3000);
  CHECK(summary.work->known_time_share == 0.9);
  CHECK(summary.work->flops_per_s == 3000 * 1e9 / 30'000);
}

TEST_CASE("summary: ends with three commands, of what is there") {
  const StepTable table = SomeSteps();
  const ChosenSteps chosen = Warm();
  DumpSummary summary;
  summary.path.emplace();
  CompleteSummary({.name = "d",
                   .dump = "d",
                   .nodes = {},
                   .has_code = true,
                   .table = table,
                   .chosen = chosen,
                   .digests = {StepDigest{}}},
                  summary);
  CHECK(summary.next ==
        std::vector<std::string>{"tfprof path d", "tfprof top d --by=code",
                                 "tfprof steps d --show=account"});
  const StepTable none;
  const ChosenSteps nothing;
  DumpSummary of_graph;
  CompleteSummary({.name = "d",
                   .dump = "d",
                   .nodes = 3,
                   .table = none,
                   .chosen = nothing,
                   .digests = {}},
                  of_graph);
  CHECK(of_graph.title == "d: no steps, 3 nodes.");
  CHECK_FALSE(of_graph.step.has_value());
  CHECK(of_graph.next.size() == 3);
  CHECK(of_graph.next.front() == "tfprof summarize d");
}

}  // namespace
}  // namespace tfprof
