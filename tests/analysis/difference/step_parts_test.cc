// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/step_parts.h"

#include <numeric>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

RunParts PartsOfStep(StepMaker& maker) {
  const StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts.has_value());
  const CodeLines code;
  StepParts parts(code);
  REQUIRE(parts.AddStep(*hosts).has_value());
  RunParts run = parts.Finish();
  for (const auto& [host, process] : run.processes) {
    int64_t sum_ps = 0;
    for (const auto& [key, side] : process.sums) sum_ps += side.sum_ps;
    CHECK(sum_ps == process.side.length_sum_ps);
  }
  return run;
}

// The time of a row, ns.
int64_t NsOf(const RunParts& run, const std::string& row_class,
             const std::string& name) {
  REQUIRE(run.processes.size() == 1);
  const auto& sums = run.processes.begin()->second.sums;
  const auto found = sums.find({row_class, name});
  return found == sums.end() ? -1 : found->second.sum_ps / 1000;
}

}  // namespace

TEST_CASE("each nanosecond of a step is of an operation or of a delay") {
  StepMaker maker;
  maker.Add("net/a", "MatMul()", 0, 100, {.head = 20, .tail = 10});
  maker.Add("net/b", "MatMul(net/a)", 130, 150);
  maker.Add("c", "MatMul()", 170, 180);
  const RunParts run = PartsOfStep(maker);
  CHECK(run.processes.at("").side.length_sum_ps == 180'000);
  CHECK(NsOf(run, "compute", "net/a") == 70);
  CHECK(NsOf(run, "overhead", "CPU:0") == 30);
  CHECK(NsOf(run, "queued", "CPU:0") == 30);
  CHECK(NsOf(run, "compute", "net/b") == 20);
  CHECK(NsOf(run, "idle", "CPU:0") == 20);
  CHECK(NsOf(run, "compute", "c") == 10);
  const auto& sums = run.processes.at("").sums;
  CHECK(sums.at({"compute", "net/a"}).scope == "net");
  CHECK(sums.at({"compute", "c"}).scope.empty());
  CHECK(sums.at({"compute", "c"}).works == 1);
}

TEST_CASE("of operations at once the latest begun gets the moment") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 100);
  maker.Add("b", "MatMul()", 40, 60);
  const RunParts run = PartsOfStep(maker);
  CHECK(NsOf(run, "compute", "a") == 80);
  CHECK(NsOf(run, "compute", "b") == 20);
}

TEST_CASE("a wait for input counts where nothing computes") {
  StepMaker maker;
  maker.Add("next", "IteratorGetNextSync()", 0, 100);
  maker.Add("a", "MatMul()", 60, 120);
  const RunParts run = PartsOfStep(maker);
  CHECK(NsOf(run, "input", "CPU:0") == 60);
  CHECK(NsOf(run, "compute", "a") == 60);
  CHECK(NsOf(run, "compute", "next") == -1);
}

TEST_CASE("a kernel takes the moment before its launch, and a copy after") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 50);
  maker.Add("b", "MatMul()", 50, 80);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a", "", 30, 70, {});
  maker.AddLabelled("b", "MEMCPYHtoD", 60, 100, {});
  const RunParts run = PartsOfStep(maker);
  CHECK(NsOf(run, "compute", "a") == 70);
  CHECK(NsOf(run, "compute", "b") == 10);
  CHECK(NsOf(run, "copy", "GPU:0") == 20);
  CHECK(run.processes.at("").side.devices == 1);
  CHECK(run.processes.at("").side.work_ps == 40'000);  // of the kernel
}

TEST_CASE("two hosts are two processes, a single one has no name") {
  StepMaker maker;
  maker.BeginDevice("/job:w/replica:0/task:0/device:CPU:0");
  maker.Add("a", "MatMul()", 0, 50);
  maker.BeginDevice("/job:w/replica:0/task:1/device:CPU:0");
  maker.Add("b", "MatMul()", 0, 70);
  const RunParts run = PartsOfStep(maker);
  REQUIRE(run.processes.size() == 2);
  CHECK(run.processes.begin()->second.side.host == "/job:w/replica:0/task:0");
  CHECK(run.processes.begin()->second.side.length_sum_ps == 50'000);
}

}  // namespace tfprof
