// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/given_work.h"

#include "analysis/programs/lone_instructions.h"
#include "support/catch.h"
#include "support/given_work_maker.h"
#include "support/program_capture.h"

namespace tfprof {

TEST_CASE("the first entry for a whole name counts") {
  const GivenWork work =
      GivenWorkMaker().Add("add.*", 1, {}).Add("add.2", 2, {}).work();
  CHECK(work.Find("add.2") == 0);
  CHECK(work.Find("xadd.2") == GivenWork::kNone);
  CHECK(work.Find("") == GivenWork::kNone);
  CHECK(GivenWork().empty());
}

TEST_CASE("given work wins over unknown work alone, each number by itself") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  const auto call = capture.hlo.Add("custom-call", {8}, {0});
  capture.hlo.Target(call, "mosaic");
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 6, "custom-call.1");
  capture.Run(gpu, 8, 10, "custom-call.1");
  const RecordedInstructions found = capture.Find(
      {}, GivenWorkMaker().Add(".*", 500, {}).Add("custom.*", 7, 9).work());
  REQUIRE(found.rows.size() == 2);
  const InstructionRow& add =
      found.rows[0].instruction == "add.0" ? found.rows[0] : found.rows[1];
  const InstructionRow& custom =
      found.rows[0].instruction == "add.0" ? found.rows[1] : found.rows[0];
  CHECK(add.float_ops == 1000);
  CHECK(add.Source() == "shapes of the program");
  CHECK(custom.float_ops == 500 * custom.runs);
  CHECK(custom.Source() == "given");
  // The first entry that fits has no bytes.
  CHECK_FALSE(custom.bytes.has_value());
  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].float_ops == 1000 + 500 * custom.runs);
}

TEST_CASE("work is given by the name of an operation or a kernel, too") {
  for (const std::string_view name :
       {"jit\\(f\\)/attention", "mosaic_kernel"}) {
    ProgramCapture capture;
    capture.hlo.Computation();
    const auto call = capture.hlo.Add("custom-call", {8});
    capture.hlo.Target(call, "mosaic");
    capture.hlo.OpName(call, "jit(f)/attention");
    const uint32_t gpu = capture.Device(DeviceKind::kGpu);
    capture.Run(gpu, 4, 6, "custom-call.0");
    capture.NameLast("mosaic_kernel");
    const RecordedInstructions found =
        capture.Find({.flops_per_s = 1e12, .bytes_per_s = 1e12},
                     GivenWorkMaker().Add(name, 4'000'000, 1000).work());
    REQUIRE(found.rows.size() == 1);
    CHECK(found.rows[0].float_ops == 4'000'000);
    CHECK(found.rows[0].bytes == 1000);
    CHECK(found.rows[0].bound == "compute");
    CHECK(found.rows[0].roof_share == 2.0);
    CHECK(found.KnownTimeShare() == 1.0);
  }
}

TEST_CASE("work is given for programs that did not run") {
  HloMaker hlo;
  const auto main = hlo.Computation();
  hlo.Target(hlo.Add("custom-call", {8}), "mosaic");
  hlo.Entry(main);
  const RecordedInstructions found = FindLoneInstructions(
      {{1, hlo.Finish()}}, GivenWorkMaker().Add("custom.*", {}, 9).work());
  REQUIRE(found.rows.size() == 1);
  CHECK_FALSE(found.rows[0].float_ops.has_value());
  CHECK(found.rows[0].bytes == 9);
  CHECK(found.rows[0].Source() == "none: custom call mosaic");
}

}  // namespace tfprof
