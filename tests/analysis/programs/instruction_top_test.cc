// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_top.h"

#include "support/catch.h"
#include "support/program_capture.h"
#include "support/table_of.h"

namespace tfprof {

TEST_CASE("programs and categories have the time of their instructions") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  capture.hlo.Add("copy", {8});
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 6, "copy.1");
  const RecordedInstructions found = capture.Find();
  TopOptions options;
  options.by = TopBy::kProgram;
  CHECK(TableOf(TopOfInstructions(found, options)).RowCount() == 1);
  options.by = TopBy::kCategory;
  CHECK(TableOf(TopOfInstructions(found, options)).RowCount() == 2);
}

}  // namespace tfprof
