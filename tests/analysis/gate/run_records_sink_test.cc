// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/run_records_sink.h"

#include <string>

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// A step of one operation, which is fed 32x8 and takes 100 bytes.
void FeedStep(int64_t step, DumpSink& sink) {
  const std::string label = "_arg_x = _Arg()";
  const std::vector<int64_t> dims = {32, 8};
  OutputRecord output;
  output.shape = ShapeRecord(dims);
  const AllocationRecord allocation{.at_us = 1'700'000'000'000'001,
                                    .bytes = 100};
  const AllocatorRecord memory{.allocator = "cpu",
                               .total_bytes = 100,
                               .allocations = {&allocation, 1}};
  sink.BeginStep(step);
  sink.BeginDevice(StepMaker::kCpu);
  sink.AddExec({.name = "_arg_x",
                .all_start_us = 1'700'000'000'000'000,
                .op_end_rel_us = 40,
                .all_end_rel_us = 40,
                .label = label,
                .memory = {&memory, 1},
                .outputs = {&output, 1}});
  sink.EndStep();
}

}  // namespace

TEST_CASE("records of a compared run tell placement, feeds, peaks and paths") {
  OpenRun open;
  Placement placement;
  RunRecordsSink sink(open, &placement);
  FeedStep(3, sink);
  FeedStep(4, sink);
  CHECK(placement.DevicesOf("_arg_x") ==
        std::vector<std::string_view>{"CPU:0"});
  CHECK(*open.run.feeds == Feeds{{"_arg_x", {"32x8"}}});
  REQUIRE(open.peaks.size() == 2);
  CHECK(open.peaks.at(3).at("cpu").of_step == 100);
  REQUIRE(open.path_us.size() == 2);
  CHECK(open.path_us.at(4) == std::map<std::string, double>{{"_arg_x", 40}});
}

TEST_CASE("a run that is not compared has no paths") {
  OpenRun open;
  RunRecordsSink sink(open, nullptr);
  FeedStep(3, sink);
  CHECK(open.path_us.empty());
  CHECK(open.run.feeds->size() == 1);
  CHECK(open.peaks.size() == 1);
}

TEST_CASE("paths are looked for in the first eight steps") {
  OpenRun open;
  Placement placement;
  RunRecordsSink sink(open, &placement);
  for (int64_t step = 1; step <= 12; ++step) FeedStep(step, sink);
  CHECK(open.path_us.size() == 8);
  CHECK(open.path_us.rbegin()->first == 8);
  CHECK(open.peaks.size() == 12);
}

}  // namespace tfprof
