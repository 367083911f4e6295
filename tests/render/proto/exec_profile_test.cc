// SPDX-License-Identifier: Apache-2.0
#include "render/proto/exec_profile.h"

#include <string>

#include "proto/tfprof_log.pb.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

tensorflow::tfprof::ExecProfile ExecOf(const Profile& profile, uint32_t row) {
  std::string bytes;
  AppendExecProfile(profile, row, bytes);
  tensorflow::tfprof::ExecProfile exec;
  REQUIRE(exec.ParseFromString(bytes));
  return exec;
}

}  // namespace

TEST_CASE("times stand by device, those of kernels apart") {
  const Profile profile =
      TinyProfile("a Op device=/job:a/device:gpu:0 step=100:5:3:64\n");
  const auto exec = ExecOf(profile, 0);
  CHECK(exec.run_count() == 1);
  CHECK(exec.all_start_micros() == 100);
  CHECK(exec.latest_end_micros() == 105);
  REQUIRE(exec.cpu_execs_size() == 1);
  const auto& cpu = exec.cpu_execs().at("/job:a/device:gpu:0");
  REQUIRE(cpu.times_size() == 1);
  CHECK(cpu.times(0).int64_values(0) == 100);
  CHECK(cpu.times(0).int64_values(1) == 5);
  const auto& kernels =
      exec.accelerator_execs().at("/job:a/device:gpu:0/stream:all");
  CHECK(kernels.times(0).int64_values(1) == 3);
}

TEST_CASE("an execution without kernels has none") {
  const Profile profile = TinyProfile("a Op step=100:5:0:64 step=200:6:0:32\n");
  const auto second = ExecOf(profile, 1);
  CHECK(second.accelerator_execs_size() == 0);
  REQUIRE(second.memory_execs_size() == 1);
  CHECK(second.memory_execs(0).requested_bytes() == 32);
  CHECK(second.all_start_micros() == 200);
}

}  // namespace tfprof
