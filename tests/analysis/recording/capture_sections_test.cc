// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/capture_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/recorded_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

// Two steps of a GPU, the second without work, and a GPU that ran nothing.
std::shared_ptr<RecordedHost> MakeHost(std::string_view name) {
  RecordedMaker maker;
  maker.Marker(0, "train", 20, 0, 100);
  maker.Marker(0, "train", 21, 100, 200);
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Device(DeviceKind::kGpu, 1);
  maker.Work(gpu, 10, 40, maker.Node("dense/MatMul"));
  maker.Work(gpu, 300, 310, maker.Node("dense/Relu"));
  RecordedHost& host = maker.host();
  host.nodes[0].type = host.strings.Intern("MatMul");
  host.versions = {{"jax_version", "0.10.2"}};
  RecordedHost::Plane& plane = host.planes.emplace_back();
  plane.name = host.strings.Intern("/host:CPU");
  for (const auto use : {RecordedHost::LineUse::kHostThread,
                         RecordedHost::LineUse::kHostThread}) {
    RecordedHost::Line& line = host.lines.emplace_back();
    line.name = host.strings.Intern("pool");
    line.use = use;
    line.events = 4;
  }
  plane.end_line = 2;
  host.unknown_stats = {{host.strings.Intern("tensor_shapes"), 7}};
  return maker.Finish(name);
}

SharedCapture CaptureOf(std::vector<std::shared_ptr<RecordedHost>> hosts) {
  return std::make_shared<const Capture>(MakeCapture(std::move(hosts)));
}

Section SectionOf(std::vector<Section> sections, std::string_view heading) {
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

TEST_CASE("a process says how its steps were found, lines how they were used") {
  const auto sections = CaptureSections(CaptureOf({MakeHost("h")}));
  const Section hosts =
      SectionOf(CaptureSections(CaptureOf({MakeHost("h")})), "hosts");
  CHECK(LinesOf(hosts) ==
        Lines{"h | 2 | 2 | steps by markers | 25.00% | jax 0.10.2"});
  CHECK(KeyOf(TableOf(hosts).columns[3]) == "steps_are");
  CHECK(KeyOf(TableOf(hosts).columns[4]) == "outside_of_steps_share");
  CHECK(hosts.notes ==
        Lines{"h: 25.0 % of the devices' time is of kernels and copies that no "
              "operation is known to have launched"});
  CHECK(LinesOf(sections[1]) == Lines{"h | /host:CPU | 2 | 8"});
  CHECK(LinesOf(sections[2]) ==
        Lines{"h | /host:CPU | pool | 8 | host thread"});
  CHECK(LinesOf(sections[3]) == Lines{"tensor_shapes | 7"});
}

TEST_CASE("devices without work have a row") {
  CHECK(LinesOf(CaptureDevices(*CaptureOf({MakeHost("h")}))) ==
        Lines{"/device:gpu:0 | 2 | 40us | 0us | 0 | accelerator time, runs and "
              "memory",
              "/device:gpu:1 | 0 | 0us | 0us | 0 | accelerator time, runs and "
              "memory"});
}

TEST_CASE("steps have lengths, uses of devices, and latencies by name") {
  const SharedCapture capture = CaptureOf({MakeHost("h")});
  const Section lengths = SectionOf(StepsOfTest(capture), "step lengths");
  CHECK(LinesOf(lengths) ==
        Lines{"20 | train | 100us | marker | 30us | 0us | 70us | 30us | 1 | 1 "
              "| no | 1 | yes",
              "21 | train | 100us | marker | 0us | 0us | 100us | 0us |  | 0 | "
              "no | 1 | no"});
  const Section devices =
      SectionOf(StepsOfTest(capture), "step lengths by device");
  CHECK(LinesOf(devices) ==
        Lines{"20 | train | /device:gpu:0 | 100us | 30us | 0us | 70us | 1 | "
              "30us",
              "21 | train | /device:gpu:0 | 100us | 0us | 0us | 100us | 0 | "
              "0us"});
  CHECK(LinesOf(SectionOf(StepsOfTest(capture), "step names")) ==
        Lines{"train | 1 | 100us | 100us | 100us | 100us"});
  const Section all = SectionOf(StepsOfTest(capture, "all"), "step lengths");
  CHECK(LinesOf(all)[1].ends_with("| yes"));
}

TEST_CASE("devices of several processes have the process before their name") {
  const SharedCapture capture = CaptureOf({MakeHost("a"), MakeHost("b")});
  const Section devices =
      SectionOf(StepsOfTest(capture), "step lengths by device");
  const Lines lines = LinesOf(devices);
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
