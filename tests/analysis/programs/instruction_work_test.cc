// SPDX-License-Identifier: Apache-2.0
// The work of executions on a TPU, which is recorded; that of others is tested
// in instruction_rows_test.cc.
#include <cstdint>

#include "analysis/programs/instruction_finder.h"
#include "support/catch.h"
#include "support/given_work_maker.h"
#include "support/program_capture.h"

namespace tfprof {

TEST_CASE("sums stay within 64 bits, names lose the colon before a type") {
  int64_t sum = INT64_MAX - 1;
  AddWithin64Bits(sum, 5);
  CHECK(sum == INT64_MAX);
  CHECK(WithoutTypeColon("jit(f)/add:") == "jit(f)/add");
  CHECK(WithoutTypeColon("").empty());
}

TEST_CASE("what a TPU did not record may be given") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  capture.hlo.Add("custom-call", {8});
  const uint32_t tpu = capture.Device(DeviceKind::kTpu);
  capture.Run(tpu, 0, 4, "add.0", {.float_ops = 3, .bytes = 5});
  capture.Run(tpu, 4, 6, "custom-call.1");
  const RecordedInstructions found =
      capture.Find({}, GivenWorkMaker().Add(".*", 70, 90).work());
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].float_ops == 3);
  CHECK(found.rows[0].bytes == 5);
  CHECK(found.rows[0].Source() == "recorded");
  CHECK(found.rows[1].float_ops == 70);
  CHECK(found.rows[1].bytes == 90);
  CHECK(found.rows[1].hbm_bytes == 90);
  CHECK(found.rows[1].Source() == "given");
}

}  // namespace tfprof
