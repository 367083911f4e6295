// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/capture_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/two_gpu_steps.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

// With a line of a host, versions and stats that no rule reads.
std::shared_ptr<RecordedHost> MakeHost(std::string_view name) {
  RecordedMaker maker = TwoGpuSteps();
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

}  // namespace tfprof
