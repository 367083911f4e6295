// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/trace_timeline.h"

#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "base/column.h"
#include "support/catch.h"

namespace tfprof {

namespace {

constexpr std::string_view kCpu = "/job:a/device:CPU:0";

struct Record {
  std::string_view name;
  std::string_view label;
  int64_t start = 0;
  int64_t duration = 0;
  size_t outputs = 0;
};

class Step {
 public:
  Step() { builder_.BeginStep(0); }

  void Device(std::string_view name, const std::vector<Record>& records) {
    builder_.BeginDevice(name);
    for (const Record& record : records) {
      const std::vector<OutputRecord> outputs(record.outputs);
      builder_.AddExec({.name = record.name,
                        .all_start_us = record.start,
                        .all_end_rel_us = record.duration,
                        .label = record.label,
                        .outputs = outputs});
    }
  }

  // Borrows this.
  TraceTimeline Build(const TraceTimelineOptions& options = {}) {
    return TraceTimeline(Traced(options));
  }

  const TracedStep& Traced(const TraceTimelineOptions& options = {}) {
    builder_.EndStep();
    traced_ = TracedStepOf(std::move(builder_.Finish().at(0)), options, 0);
    return traced_;
  }

 private:
  TraceBuilder builder_;
  TracedStep traced_;
};

std::string OpOf(std::string_view device, std::string_view name,
                 std::string_view label) {
  Step step;
  step.Device(device, {{name, label}});
  const TraceTimeline timeline = step.Build();
  const TraceOp op = timeline.OpOf(0);
  return fmt::format("{}|{}|{}", op.name, op.op, fmt::join(op.inputs, "|"));
}

}  // namespace

TEST_CASE("labels are read by their last separators") {
  CHECK(OpOf(kCpu, "n", "n = Op(a, b:1, ^c)") == "n|Op|a|b:1|^c");
  CHECK(OpOf(kCpu, "n", "[cpu 0.2MB] n = Op() tail") == "n|Op|");
  CHECK(OpOf(kCpu, "n", "x = y = Op((a), b)") == "n|Op(|a)|b");
  CHECK(OpOf(kCpu, "n", "n = Op(a, )") == "n|Op|a|");
  CHECK(OpOf(kCpu, "n", "n = Op(a") == "n|unknown|");
  CHECK(OpOf(kCpu, "n", "first\nn = Op(a)") == "n|unknown|");
  CHECK(OpOf(kCpu, "RecvTensor", "n = Op(a)") == "RecvTensor|RecvTensor|");
}

TEST_CASE("kernels and copies are named by themselves or their labels") {
  constexpr std::string_view kStream = "/device:GPU:0/stream:all";
  CHECK(OpOf(kStream, "conv:Conv2D:x", "a = B(c)") == "conv|Conv2D|");
  CHECK(OpOf(kStream, "kernel", "") == "kernel|unknown|");
  CHECK(OpOf("/device:GPU:0/memcpy", "k", "regs:3@@n:Op#id=3#") == "n|Op|");
  CHECK(OpOf("/device:GPU:0/sync", "k", "n = Op(a)") == "k|Op|a");
}

TEST_CASE("a lane is free only after its end, in the order of the file") {
  Step step;
  step.Device(kCpu, {{"a", "", 10, 5},
                     {"b", "", 15, 1},
                     {"c", "", 16, 1},
                     {"d", "", 0, 1},
                     {"e", "", 17, 1}});
  CHECK(step.Build().lane == Column<uint32_t>{0, 1, 0, 2, 1});
}

TEST_CASE("a device that occurs twice is announced twice") {
  Step step;
  step.Device(kCpu, {{"a", "", 1, 1}});
  step.Device("/other", {{"b", "", 1, 1}});
  step.Device(kCpu, {{"c", "", 1, 1}});
  const TraceTimeline timeline = step.Build();
  CHECK(timeline.compute_pid == std::vector<uint32_t>{5, 3, 5});
  CHECK(timeline.step.end_pid() == 7);
}

TEST_CASE("a tensor that is made again shares its number with the next one") {
  Step step;
  step.Device(kCpu,
              {{"a", "", 1, 1, 1}, {"a", "", 5, 1, 1}, {"b", "", 9, 1, 1}});
  const TraceTimeline timeline = step.Build();
  CHECK(timeline.ids[1][0] == 1);
  CHECK(timeline.ids[2][0] == 1);
  REQUIRE(timeline.tensors.size() == 2);
  CHECK(timeline.tensors[0].id == 1);
  CHECK(timeline.CreatedAt(timeline.tensors[0]) == 5);
}

TEST_CASE("a record may be called what an output of another one is") {
  Step step;
  step.Device(kCpu, {{"a", "", 1, 1, 2},
                     {"a:1", "", 5, 1, 2},
                     {"a:01", "", 9, 1, 1},
                     {"u", "u = Op(a:1, a:1:1)", 9, 5}});
  const TraceTimeline timeline = step.Build();
  REQUIRE(timeline.tensors.size() == 4);
  CHECK(timeline.NameOf(timeline.tensors[1]) == "a:1");
  CHECK(timeline.CreatedAt(timeline.tensors[1]) == 5);
  CHECK(timeline.ReleasedAt(timeline.tensors[1]) == 13);
  CHECK(timeline.NameOf(timeline.tensors[2]) == "a:1:1");
  CHECK(timeline.ReleasedAt(timeline.tensors[2]) == 13);
  CHECK(timeline.NameOf(timeline.tensors[3]) == "a:01");
  CHECK(timeline.ReleasedAt(timeline.tensors[3]) == 10);
}

TEST_CASE("records without a name make one tensor, whatever is between them") {
  Step step;
  step.Device(kCpu, {{"", "", 1, 1, 1}, {"a", "", 3, 1, 1}, {"", "", 5, 1, 1}});
  const TraceTimeline timeline = step.Build();
  REQUIRE(timeline.tensors.size() == 2);
  CHECK(timeline.CreatedAt(timeline.tensors[0]) == 5);
}

TEST_CASE("arrows start where a tensor was made, with its number cut off") {
  Step step;
  step.Device(kCpu, {{"x", "", 1, 5, 2}, {"u", "u = Op(x, x:1)", 3, 5}});
  step.Device("/job:a/device:GPU:0", {{"v", "v = Op(x/_7, gone, ^x)", 9, 1}});
  const TraceTimeline timeline = step.Build();
  CHECK(timeline.flows[1].size() == 2);
  REQUIRE(timeline.flows[2].size() == 1);
  CHECK(timeline.flows[2][0].from == 0);
  CHECK(timeline.ReleasedAt(timeline.tensors[0]) == 9);
  CHECK(timeline.ReleasedAt(timeline.tensors[1]) == 7);
  Step again;
  again.Device(kCpu, {{"x", "", 1, 5, 1}, {"u", "u = Op(x)", 3, 5}});
  CHECK(again.Build({.show_dataflow = false}).flows[1].empty());
}

TEST_CASE("operations can last as long as their kernels") {
  const auto build = [](OpTime op_time) {
    Step step;
    step.Device(kCpu, {{"n", "", 10, 5}, {"other", "", 10, 5}});
    step.Device("/device:GPU:0/stream:all",
                {{"n:Op", "", 20, 5}, {"n:Op", "", 30, 10}});
    return step.Traced({.op_time = op_time}).trace;
  };
  CHECK(build(OpTime::kSchedule).duration[0] == 5);
  const Trace gpu = build(OpTime::kGpu);
  CHECK(gpu.start[0] == 20);
  CHECK(gpu.duration[0] == 20);
  const Trace all = build(OpTime::kAll);
  CHECK(all.start[0] == 10);
  CHECK(all.duration[0] == 30);
  CHECK(all.duration[1] == 5);
}

}  // namespace tfprof
