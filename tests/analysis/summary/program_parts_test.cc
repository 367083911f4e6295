// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/program_parts.h"

#include "support/catch.h"
#include "support/program_capture.h"

namespace tfprof {

TEST_CASE("work and findings of programs are on the first screen") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  capture.hlo.Add("copy", {1000}, {0});
  capture.hlo.OpName(0, "jit(f)/rematted_computation/add");
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 6, "add.0");
  capture.Run(gpu, 6, 8, "copy.1");
  capture.Run(gpu, 8, 10, "dot.9");
  const ProgramsOfSteps programs = FindPrograms(capture.Finish(), {0});
  DumpSummary summary;
  summary.step.emplace();
  summary.step->median_ns = 10'000;
  AddPrograms(programs, summary);
  REQUIRE(summary.work.has_value());
  CHECK(summary.work->float_ops == 1000.0);
  CHECK(*summary.work->flops_per_s == Approx(1e8));
  CHECK(*summary.work->known_time_share == Approx(0.8));
  CHECK(summary.work->recomputed_us == 6.0);
  REQUIRE(summary.findings.size() == 2);
  CHECK(summary.findings[0].finding == "recomputation");
  CHECK(summary.findings[0].program == "");
  CHECK(summary.findings[1].finding == "copy");
  CHECK(*summary.findings[1].saves_ns == Approx(2000));
}

}  // namespace tfprof
