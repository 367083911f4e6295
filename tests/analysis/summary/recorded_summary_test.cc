// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/recorded_summary.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

DumpSummary SummaryOf(const Capture& capture) {
  DumpSummary summary;
  DescribeRecording(capture, capture.Choose(StepSelection())->steps, "dump",
                    summary);
  return summary;
}

}  // namespace

TEST_CASE("a summary of a recording names devices and how steps were told") {
  RecordedMaker maker;
  for (int64_t step = 20; step < 23; ++step) {
    maker.Marker(0, "train", step, 100 * step, 100 * step + 100);
  }
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node("k");
  for (int64_t step = 20; step < 23; ++step) {
    maker.Work(gpu, 100 * step + 10, 100 * step + 35, node);
  }
  const DumpSummary summary = SummaryOf(MakeCapture({maker.Finish()}));
  CHECK(summary.title ==
        "dump: 3 steps of 2 GPUs, marks of the program, 1 kernels each.");
  CHECK(summary.about == "Numbers are of steps 21-22; step 20 was the first.");
  REQUIRE(summary.step);
  CHECK(summary.step->median_ns == 100'000);
  CHECK(summary.step->busy_share == 0.25);
  REQUIRE(summary.devices.size() == 1);
  CHECK(summary.devices[0].name == "/device:gpu:0");
  CHECK(summary.devices[0].steps == 2);
  CHECK(summary.devices[0].busy_ps == 50 * kUs);
  CHECK(summary.devices[0].idle_ps == 150 * kUs);
  CHECK(summary.step_names.empty());
}

TEST_CASE("a summary has latencies where steps are calls") {
  RecordedMaker maker;
  for (int64_t call = 0; call < 3; ++call) {
    maker.Event(0, "PjitFunction(f)", 100 * call, 100 * call + 10 + call);
  }
  const DumpSummary summary = SummaryOf(MakeCapture({maker.Finish()}));
  CHECK(summary.title == "dump: 3 steps of no device, calls of f.");
  REQUIRE(summary.step_names.size() == 1);
  CHECK(summary.step_names[0].name == "jit_f");
  CHECK(summary.step_names[0].steps == 2);
  CHECK(summary.step_names[0].median_ns == 11'000);
  CHECK(summary.step_names[0].most_ns == 12'000);
}

TEST_CASE("a summary of a recording without steps is of the whole file") {
  RecordedMaker maker;
  const uint32_t tpu = maker.Device(DeviceKind::kTpu);
  maker.Work(tpu, 10, 20, maker.Node("k"));
  const DumpSummary summary = SummaryOf(MakeCapture({maker.Finish()}));
  CHECK(summary.title ==
        "dump: a recording of /device:tpu:0, steps not told: the whole file.");
  CHECK(summary.about.empty());
  REQUIRE(summary.step);
  CHECK(summary.step->is_recording);
  CHECK(summary.step->median_ns == 10'000);
}

}  // namespace tfprof
