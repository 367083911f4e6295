// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr std::string_view kXlaCpu = "/job:w/replica:0/task:0/device:CPU:0";
constexpr std::string_view kXlaKernels = "/device:GPU:0/stream:all";
using enum XlaReport::Compiled;

class XlaSteps {
 public:
  void Begin() { sink_.BeginFile(next_step_++); }

  void Add(std::string_view device, std::string_view name,
           std::string_view type, int64_t micros) {
    const std::string label =
        std::string(name) + " = " + std::string(type) + "()";
    sink_.BeginDevice(device);
    sink_.AddExec({.name = name, .all_end_rel_us = micros, .label = label});
  }

  XlaReport Finish() { return sink_.Finish(); }

 private:
  const XlaGraphs graphs_{};
  XlaSink sink_{graphs_};
  int64_t next_step_ = 0;
};

// Steps whose only cluster takes so many us to compile, or to launch.
XlaReport Compile(const std::vector<int64_t>& micros,
                  std::string_view name = "c/xla_compile",
                  std::string_view type = "_XlaCompile") {
  XlaSteps steps;
  for (const int64_t taken : micros) {
    steps.Begin();
    steps.Add(kXlaCpu, name, type, taken);
  }
  return steps.Finish();
}

}  // namespace

TEST_CASE("a step that took far longer than the others compiled") {
  const XlaReport report = Compile({50'000, 100, 100});
  REQUIRE(report.steps.size() == 3);
  CHECK(report.steps[0].compiled == kYes);
  CHECK(report.steps[0].compile_us == 50'000);
  CHECK(report.steps[0].why == "c: 50000 us against 100 us");
  CHECK(report.steps[1].compiled == kNo);
  CHECK(report.clusters[0].compiles == 1);
}

TEST_CASE("what takes less than ten milliseconds is a look into the cache") {
  CHECK(Compile({10'000, 1, 1}).steps[0].compiled == kNo);
  CHECK(Compile({10'001, 1, 1}).steps[0].compiled == kYes);
}

TEST_CASE("twenty times the others' median is not yet a compilation") {
  CHECK(Compile({40'000, 2'000, 2'000}).steps[0].compiled == kNo);
  CHECK(Compile({40'001, 2'000, 2'000}).steps[0].compiled == kYes);
}

TEST_CASE("one step alone compiled for certain only by its own operation") {
  CHECK(Compile({50'000}).steps[0].compiled == kYes);
  const XlaReport launch = Compile({50'000}, "c", "XlaLaunch");
  CHECK(launch.steps[0].compiled == kMaybe);
  CHECK(launch.steps[0].why == "c: 50000 us, no other step to compare with");
  // The work of a launch is taken off.
  CHECK(Compile({50'000, 1'000}, "c", "XlaLaunch").steps[0].compile_us ==
        49'000);
}

TEST_CASE("kernels count for the cluster whose operation launched them") {
  XlaSteps steps;
  steps.Begin();
  steps.Add(kXlaCpu, "c/xla_run", "_XlaRun", 10);
  steps.Add(kXlaCpu, "other", "MatMul", 3);
  steps.Add(kXlaKernels, "c/xla_run:fusion", "", 500);
  steps.Add(kXlaKernels, "other:MatMul", "", 70);
  const XlaReport report = steps.Finish();
  REQUIRE(report.clusters.size() == 1);
  CHECK(report.clusters[0].runs == 1);
  CHECK(report.clusters[0].run_us == 10);
  CHECK(report.clusters[0].kernel_us == 500);
  CHECK(report.steps[0].inside_us == 10);
  CHECK(report.steps[0].outside_us == 3);
}

TEST_CASE("a cluster whose function ran instead fell back") {
  XlaSteps steps;
  steps.Begin();
  steps.Add(kXlaCpu, "c/xla_compile", "_XlaCompile", 10);
  steps.Add(kXlaCpu, "c/partitioned_call", "PartitionedCall", 5);
  steps.Begin();
  steps.Add(kXlaCpu, "c/xla_compile", "_XlaCompile", 10);
  steps.Add(kXlaCpu, "c/xla_run", "_XlaRun", 5);
  CHECK(steps.Finish().clusters[0].fallbacks == 1);
}

}  // namespace tfprof
