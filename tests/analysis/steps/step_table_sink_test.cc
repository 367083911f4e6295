// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/step_table_sink.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Record {
  std::string_view name;
  std::string_view label;
  int64_t micros;
  int64_t bytes = 0;
};

void AddFile(StepTableSink& sink, std::string_view device,
             const std::vector<Record>& records) {
  sink.BeginFile();
  sink.BeginStep(0);
  sink.BeginDevice(device);
  for (const Record& record : records) {
    const AllocatorRecord use{.allocator = "cpu", .total_bytes = record.bytes};
    sink.AddExec({.name = record.name,
                  .op_end_rel_us = 1000,
                  .all_end_rel_us = record.micros,
                  .label = record.label,
                  .memory = {&use, 1}});
  }
  sink.EndStep();
  sink.EndFile();
}

BenchmarkTables OneFile(std::string_view device, std::string_view name,
                        std::string_view label = "") {
  StepTableSink sink({});
  AddFile(sink, device, {{name, label, 5}});
  return sink.Finish();
}

}  // namespace

TEST_CASE("a name keeps its first type and place over all steps") {
  StepTableSink sink({});
  AddFile(sink, "/cpu:0",
          {{"x", "x = Placeholder()", 12},
           {"conv", "[cpu 0.4MB] conv = Conv2D(x)", 340, 409600},
           {"conv", "conv = Other()", 1}});
  AddFile(sink, "/cpu:0", {{"conv", "", 300, 409600}});
  sink.BeginFile();
  sink.EndFile();
  const BenchmarkTables tables = sink.Finish();
  REQUIRE(tables.names.size() == 2);
  const BenchmarkTables::Name& conv = tables.names[1];
  CHECK(tables.TypeOf(conv) == "Conv2D");
  CHECK(conv.order == 2);
  CHECK(conv.Calls() == 3);
  CHECK(conv.Micros().first == 340);
  CHECK(conv.Micros().newest == 300);
  CHECK(conv.Micros().sum == 641);
  CHECK(conv.NewestBytes() == 409600);
  // A file without step stats is a step of nothing.
  CHECK(tables.step_micros.count == 3);
  CHECK(tables.step_micros.newest == 0);
  CHECK(tables.step_micros.max == 353);
}

TEST_CASE("what a call took may be of any size") {
  StepTableSink sink({});
  AddFile(sink, "/cpu:0",
          {{"small", "", 3, 400}, {"large", "", 5'000'000'000, 6'000'000'000}});
  AddFile(sink, "/cpu:0", {{"small", "", 5'000'000'001, 6'000'000'001}});
  const BenchmarkTables tables = sink.Finish();
  REQUIRE(tables.names.size() == 2);
  const BenchmarkTables::Name& small = tables.names[0];
  CHECK(small.Calls() == 2);
  CHECK(small.Micros().first == 3);
  CHECK(small.Micros().sum == 5'000'000'004);
  CHECK(small.NewestBytes() == 6'000'000'001);
  CHECK(small.AverageBytes() == 3'000'000'200.5);
  const BenchmarkTables::Name& large = tables.names[1];
  CHECK(large.Calls() == 1);
  CHECK(large.Micros().sum == 5'000'000'000);
  CHECK(large.Micros().min == 5'000'000'000);
  CHECK(large.NewestBytes() == 6'000'000'000);
  CHECK(large.AverageBytes() == 6'000'000'000.0);
}

TEST_CASE("devices say how names are read") {
  const auto known = [](std::string_view device, std::string_view name) {
    const BenchmarkTables tables = OneFile(device, name, "a = B(c)");
    if (tables.names.empty()) return std::string("skipped");
    return fmt::format("{} {}", tables.names[0].name.view(),
                       tables.TypeOf(tables.names[0]));
  };
  CHECK(known("/job:a/device:GPU:0", "n:Op") == "n:Op B");
  CHECK(known("/device:GPU:0/stream:all", "n:Op") == "n [Kernel] gpu:Op");
  CHECK(known("/device:GPU:0/stream:all", "n") == "n <>");
  CHECK(known("/device:GPU:0/stream:all", "n:Op:x") == "n:Op:x <>");
  CHECK(known("/device:GPU:0/memcpy", "n:MEMCPYHtoD") ==
        "n [MemCpy] gpu:MEMCPYHtoD");
  CHECK(known("/device:GPU:0/memcpy", "n:Op:MEMCPYHtoD") ==
        "n [MemCpy] gpu:MEMCPYHtoD");
  CHECK(known("/device:GPU:0/memcpy", "a:b:c:d") == "a:b:c:d <>");
  CHECK(known("/device:GPU:0/stream:14", "n:Op") == "skipped");
  CHECK(known("/host:CPU", "n") == "skipped");
}

TEST_CASE("types stand between the first separators of a label") {
  const auto type = [](std::string_view label) {
    const BenchmarkTables tables = OneFile("/cpu:0", "n", label);
    return std::string(tables.TypeOf(tables.names[0]));
  };
  CHECK(type("n = A = B(c)(d)") == "A = B");
  CHECK(type("n = A") == "<>");
  CHECK(type("n(a) = B") == "<>");
  CHECK(type("") == "<>");
}

TEST_CASE("deviations are truncated twice") {
  Series series;
  CHECK(series.Deviation() == 0);
  series.Add(410);
  CHECK(series.Deviation() == 0);
  series.Add(379);
  CHECK(series.Average() == 394.5);
  CHECK(series.Deviation() == 15);
  Series huge;
  huge.Add(0);
  huge.Add(INT64_MAX);
  CHECK(huge.Deviation() == INT64_MIN);
}

}  // namespace tfprof
