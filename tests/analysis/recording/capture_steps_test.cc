// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/recording/capture_sections.h"
#include "support/catch.h"
#include "support/recorded_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using StepLines = std::vector<std::string>;

// Two steps of a GPU, the second without work, and a GPU that ran nothing.
std::shared_ptr<RecordedHost> MakeStepsHost(std::string_view name) {
  RecordedMaker maker;
  maker.Marker(0, "train", 20, 0, 100);
  maker.Marker(0, "train", 21, 100, 200);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Device(DeviceKind::kGpu, 1);
  maker.Work(gpu, 10, 40, maker.Node("dense/MatMul"));
  maker.Work(gpu, 300, 310, maker.Node("dense/Relu"));
  return maker.Finish(name);
}

SharedCapture CaptureOfSteps(std::vector<std::shared_ptr<RecordedHost>> hosts) {
  return std::make_shared<const Capture>(MakeCapture(std::move(hosts)));
}

Section StepSectionOf(std::vector<Section> sections, std::string_view heading) {
  for (Section& section : sections) {
    if (section.heading == heading) return std::move(section);
  }
  FAIL("no such section");
  return {};
}

std::vector<Section> StepsOfTest(const SharedCapture& capture,
                                 std::string_view steps = "warm") {
  const auto choice = capture->Choose(*ParseStepSelection(steps));
  REQUIRE(choice);
  return CaptureStepSections(capture, *choice);
}

}  // namespace

TEST_CASE("steps have lengths, uses of devices, and latencies by name") {
  const SharedCapture capture = CaptureOfSteps({MakeStepsHost("h")});
  const Section lengths = StepSectionOf(StepsOfTest(capture), "step lengths");
  CHECK(LinesOf(lengths) ==
        StepLines{
            "20 | train | 100us | marker | 30us | 0us | 70us | 30us | 1 | 1 "
            "| no | 1 | yes",
            "21 | train | 100us | marker | 0us | 0us | 100us | 0us |  | 0 | "
            "no | 1 | no"});
  const Section devices =
      StepSectionOf(StepsOfTest(capture), "step lengths by device");
  CHECK(
      LinesOf(devices) ==
      StepLines{"20 | train | /device:gpu:0 | 100us | 30us | 0us | 70us | 1 | "
                "30us",
                "21 | train | /device:gpu:0 | 100us | 0us | 0us | 100us | 0 | "
                "0us"});
  CHECK(LinesOf(StepSectionOf(StepsOfTest(capture), "step names")) ==
        StepLines{"train | 1 | 100us | 100us | 100us | 100us"});
  const Section all =
      StepSectionOf(StepsOfTest(capture, "all"), "step lengths");
  CHECK(LinesOf(all)[1].ends_with("| yes"));
}

TEST_CASE("devices of several processes have the process before their name") {
  const SharedCapture capture =
      CaptureOfSteps({MakeStepsHost("a"), MakeStepsHost("b")});
  const Section devices =
      StepSectionOf(StepsOfTest(capture), "step lengths by device");
  const StepLines lines = LinesOf(devices);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].starts_with("20 | train | /a/device:gpu:0"));
  CHECK(lines[1].starts_with("20 | train | /b/device:gpu:0"));
  CHECK(lines[2].starts_with("21 | train | /a/device:gpu:0"));
  const ReportedSteps steps =
      StepsOfCapture(*capture, *capture->Choose(StepSelection()));
  CHECK(steps.of_dump == std::vector<std::vector<int64_t>>{{20}});
  CHECK(steps.name == "train");
}

}  // namespace tfprof
