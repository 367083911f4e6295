// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_rows.h"

#include "support/catch.h"
#include "support/program_capture.h"

namespace tfprof {

namespace {

const InstructionRow& RowNamed(const RecordedInstructions& found,
                               std::string_view instruction) {
  for (const InstructionRow& row : found.rows) {
    if (row.instruction == instruction) return row;
  }
  FAIL("no row " << instruction);
  return found.rows.front();
}

// 1e12 float operations and 1e9 bytes in a second.
constexpr Peaks kPeaks{.flops_per_s = 1e12, .bytes_per_s = 1e9};

}  // namespace

TEST_CASE("work of a GPU is counted by shapes, times runs") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});       // add.0
  capture.hlo.Add("custom-call", {8});  // custom-call.1
  capture.hlo.Target(1, "triton");
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 10, 20, "custom-call.1");
  capture.Run(gpu, 20, 28, "add.0");
  capture.Run(gpu, 30, 31, "dot.7");
  const RecordedInstructions found = capture.Find(kPeaks);

  REQUIRE(found.rows.size() == 3);
  const InstructionRow& add = RowNamed(found, "add.0");
  CHECK(&add == &found.rows[0]);
  CHECK(add.program == "jit_f");
  CHECK(add.program_id == "3");
  CHECK(add.runs == 2);
  CHECK(add.kernels == 2);
  CHECK(add.time_ps == 12 * kUs);
  CHECK(add.float_ops == 2000);
  CHECK(add.bytes == 8000);
  CHECK(add.Source() == "shapes of the program");
  CHECK(add.Category() == "non-fusion elementwise");
  CHECK(*add.Intensity() == 0.25);
  // 8 us of 12 at the memory's peak, 2 ns at the other.
  CHECK(add.bound == "memory");
  CHECK(add.roof_share == Approx(8.0 / 12));
  CHECK(add.compute_share == Approx(0.002 / 12));
  CHECK(add.wasted_ns == Approx(4000));
  CHECK(RowNamed(found, "custom-call.1").Source() ==
        "none: custom call triton");
  CHECK_FALSE(RowNamed(found, "custom-call.1").has_roof());
  CHECK(RowNamed(found, "dot.7").Source() ==
        "none: the program has no such instruction");
  CHECK(*found.KnownTimeShare() == Approx(12.0 / 23));

  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].device == "/device:gpu:0");
  CHECK(found.devices[0].float_ops == 2000);
  CHECK(found.devices[0].instructions == 3);
  CHECK(found.devices[0].known_instructions == 1);
  CHECK(found.devices[0].at_roof_ns == Approx(8000));
}

TEST_CASE("an event of a GPU tells the work of a call that nobody can count") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("custom-call", {8});
  capture.hlo.Target(0, "triton");
  WorkDetail detail;
  detail.float_ops = 70;
  detail.bytes = 30;
  capture.Run(capture.Device(DeviceKind::kGpu), 0, 4, "custom-call.0", detail);
  const RecordedInstructions found = capture.Find();
  CHECK(found.rows[0].float_ops == 70);
  CHECK(found.rows[0].bytes == 30);
  CHECK(found.rows[0].Source() == "recorded");
  CHECK_FALSE(found.rows[0].has_roof());
}

TEST_CASE("a compute roof that is not known leaves an instruction without") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  capture.hlo.Add("copy", {1000}, {0});
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 20, "copy.1");
  const RecordedInstructions found =
      capture.Find({.flops_per_s = {}, .bytes_per_s = 1e9});
  CHECK_FALSE(RowNamed(found, "add.0").has_roof());
  CHECK(RowNamed(found, "copy.1").roof_share == Approx(0.5));
}

TEST_CASE("work of a TPU is what is recorded, with roofs of all memories") {
  ProgramCapture capture;
  capture.hlo.Computation();
  const uint32_t tpu = capture.Device(DeviceKind::kTpu);
  DeviceFacts& facts = capture.Facts(tpu).facts;
  facts.float_ops = 1e12;
  facts.memory_bytes = 1e9;
  facts.vmem_read_bytes = 1e9;
  WorkDetail detail;
  detail.float_ops = 1000;
  detail.model_float_ops = 900;
  detail.bytes = 6000;
  detail.accesses = MemoryAccesses{.hbm_bytes = 1000, .vmem_read_bytes = 5000};
  detail.category = capture.Text("loop fusion");
  detail.tf_op = capture.Text("jit(f)/add:");
  detail.source = capture.Text("train.py:7");
  capture.Run(tpu, 0, 10, "fusion.1", detail);
  detail.category = capture.Text("copy-start");
  capture.Run(tpu, 10, 20, "copy-start.1", detail);
  const RecordedInstructions found = capture.Find();
  const InstructionRow& row = RowNamed(found, "fusion.1");
  CHECK(row.float_ops == 1000);
  CHECK(row.model_float_ops == 900);
  CHECK(row.hbm_bytes == 1000);
  CHECK(row.Source() == "recorded");
  CHECK(row.Category() == "loop fusion");
  CHECK(row.op_name == "jit(f)/add");
  CHECK(row.Node() == "jit(f)/add/fusion.1");
  CHECK(row.Code() == "train.py:7");
  CHECK_FALSE(row.kernels.has_value());
  CHECK(row.bound == "vmem read");
  CHECK(row.roof_share == Approx(0.5));
  CHECK(row.memory_share == Approx(0.1));
  CHECK(row.memory_share <= row.roof_share);
  // What runs beside other work has neither rates nor a roof.
  const InstructionRow& start = RowNamed(found, "copy-start.1");
  CHECK(start.is_async);
  CHECK_FALSE(start.has_roof());
  CHECK_FALSE(start.RateOf(start.bytes).has_value());
  CHECK(found.devices[0].bytes == 6000);
}

TEST_CASE("rows of two programs are two rows") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {10});
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 5, "add.0", {}, "jit_f(4)");
  // Without an id the only program of that name counts.
  capture.Run(gpu, 5, 7, "add.0", {}, "jit_f");
  const RecordedInstructions found = capture.Find();
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[0].float_ops == 10);
  CHECK(found.rows[1].program_id.empty());
  CHECK(found.rows[1].float_ops == 10);
  CHECK(found.rows[2].program_id == "4");
  CHECK(found.rows[2].Source() == "none: the program is not in the recording");
}

TEST_CASE("recomputation is told by a part of the op name") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {10});
  capture.hlo.Add("add", {10});
  capture.hlo.OpName(0, "jit(f)/checkpoint/rematted_computation/add");
  capture.hlo.OpName(1, "jit(f)/checkpoint/not_rematted_computation/add");
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 9, "add.1");
  CHECK(capture.Find().RecomputedPs() == 4 * kUs);
}

TEST_CASE("work beyond 64 bits is not known") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {int64_t{1} << 62});
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 4, "add.0");
  capture.Run(gpu, 4, 8, "dot.9");
  capture.Run(gpu, 8, 9, "add.0");
  const RecordedInstructions found = capture.Find();
  const InstructionRow& row = RowNamed(found, "add.0");
  CHECK_FALSE(row.float_ops.has_value());
  CHECK(row.Source() == "none: more than can be counted");
}

}  // namespace tfprof
