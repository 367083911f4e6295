// SPDX-License-Identifier: Apache-2.0
// Rows of instructions are tested in instruction_rows_test.cc; here is how
// executions find them.
#include "analysis/programs/instruction_finder.h"

#include "support/catch.h"
#include "support/program_capture.h"

namespace tfprof {

TEST_CASE("executions of an instruction on several devices are one row") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  const uint32_t one = capture.Device(DeviceKind::kGpu);
  const uint32_t two = capture.Device(DeviceKind::kGpu);
  capture.Run(one, 0, 4, "add.0");
  capture.Run(two, 0, 6, "add.0");
  const auto finished = capture.Finish();
  const std::vector<uint32_t> steps = {0};
  const Peaks peaks;
  RecordedInstructions found;
  const GivenWork work;
  InstructionFinder finder(*finished, steps, peaks, work, found);
  finder.AddProcess(0);
  finder.Finish();
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].time_ps == 10 * kUs);
  CHECK(found.rows[0].runs == 2);
  CHECK(found.rows[0].float_ops == 2000);
  CHECK(found.devices.size() == 2);
}

}  // namespace tfprof
