// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/recording/capture_sections.h"
#include "support/catch.h"
#include "support/table_of.h"
#include "support/two_gpu_steps.h"

namespace tfprof {

namespace {

using StepLines = std::vector<std::string>;

std::shared_ptr<RecordedHost> MakeStepsHost(std::string_view name) {
  return TwoGpuSteps().Finish(name);
}

std::vector<Section> StepsOfTest(const SharedCapture& capture,
                                 std::string_view steps = "warm") {
  const auto choice = capture->Choose(*ParseStepSelection(steps));
  REQUIRE(choice);
  return CaptureStepSections(capture, *choice);
}

}  // namespace

TEST_CASE("steps have lengths, uses of devices, and latencies by name") {
  const SharedCapture capture = CaptureOf({MakeStepsHost("h")});
  const Section lengths = SectionOf(StepsOfTest(capture), "step lengths");
  CHECK(LinesOf(lengths) ==
        StepLines{
            "20 | train | 100us | 30us | 0us | 70us | marker | 30us | 1 | 1 "
            "| no | 1 | yes",
            "21 | train | 100us | 0us | 0us | 100us | marker | 0us |  | 0 | "
            "no | 1 | no"});
  const Section devices =
      SectionOf(StepsOfTest(capture), "step lengths by device");
  CHECK(
      LinesOf(devices) ==
      StepLines{"20 | train | /device:gpu:0 | 100us | 30us | 0us | 70us | 1 | "
                "30us",
                "21 | train | /device:gpu:0 | 100us | 0us | 0us | 100us | 0 | "
                "0us"});
  CHECK(LinesOf(SectionOf(StepsOfTest(capture), "step names")) ==
        StepLines{"train | 1 | 100us | 100us | 100us | 100us"});
  const Section all = SectionOf(StepsOfTest(capture, "all"), "step lengths");
  CHECK(LinesOf(all)[1].ends_with("| yes"));
}

TEST_CASE("devices of several processes have the process before their name") {
  const SharedCapture capture =
      CaptureOf({MakeStepsHost("a"), MakeStepsHost("b")});
  const Section devices =
      SectionOf(StepsOfTest(capture), "step lengths by device");
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
