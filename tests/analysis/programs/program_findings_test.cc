// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_findings.h"

#include <set>
#include <string>

#include "support/catch.h"
#include "support/kernel_maker.h"
#include "support/planned_maker.h"
#include "support/program_capture.h"

namespace tfprof {

namespace {

std::set<std::string> FindingsIn(ProgramCapture& capture,
                                 const Peaks& given = {}) {
  std::set<std::string> names;
  const RecordedInstructions found = capture.Find(given);
  for (const ProgramFinding& finding : FindProgramFindings(found, {}, {})) {
    names.insert(finding.finding);
  }
  return names;
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("instructions that waste time are found") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("gather", {10});
  capture.hlo.Add("copy-done", {10});
  capture.hlo.Add("copy", {10});
  capture.hlo.Add("add", {10});
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  capture.Run(gpu, 0, 30, "gather.0");
  capture.Run(gpu, 30, 40, "copy-done.1");
  capture.Run(gpu, 40, 45, "copy.2");
  capture.Run(gpu, 45, 100, "add.3");
  CHECK(FindingsIn(capture) ==
        Names{"shuffles", "waits for transfers", "copy"});
}

TEST_CASE("a program at a roof is bound by it, below it wastes time") {
  const auto run = [](int64_t end) {
    ProgramCapture capture;
    capture.hlo.Computation();
    capture.hlo.Add("add", {1000});  // 4000 bytes are 4 us
    capture.Run(capture.Device(DeviceKind::kGpu), 0, end, "add.0");
    return FindingsIn(capture, {.flops_per_s = 1e12, .bytes_per_s = 1e9});
  };
  CHECK(run(5) == Names{"memory bound"});
  CHECK(run(20) == Names{"below the roof"});
}

TEST_CASE("small kernels and those that fill little are found") {
  KernelMaker maker;
  const uint32_t gpu = maker.Gpu(0);
  maker.Kernel(gpu, 0, 4, "regs:32 shm:0 grid:1,1,1 block:32,1,1 occ_pct:10");
  maker.Kernel(gpu, 4, 14, "regs:32 shm:0 grid:9,1,1 block:32,1,1 occ_pct:90");
  const auto findings = FindProgramFindings({}, maker.Find(), {});
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].finding == "small kernels");
  CHECK(findings[0].saves_ps == 4 * kUs);
  CHECK(findings[1].finding == "low occupancy");
  CHECK(findings[1].name == "void f(int)");
  CHECK_FALSE(findings[1].saves_ps.has_value());
}

TEST_CASE("memory lost to padding is found") {
  PlannedMaker maker;
  maker.Buffer(1, 4 << 20, 1 << 20);
  maker.Allocation(0, 4 << 20, {1}).is_parameter = true;
  const auto findings = FindProgramFindings({}, {}, maker.Plan());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].finding == "padding");
  CHECK(findings[0].program == "jit_f(5)");
  CHECK(findings[0].saves_bytes == 3 << 20);
}

}  // namespace tfprof
