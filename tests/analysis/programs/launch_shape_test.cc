// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/launch_shape.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

DeviceFacts Gpu(int64_t major, int64_t minor) {
  DeviceFacts facts;
  facts.vendor = "Nvidia";
  facts.capability_major = major;
  facts.capability_minor = minor;
  return facts;
}

LaunchShape ShapeWith(int64_t registers, int64_t shared_bytes,
                      const std::string& block) {
  LaunchShape shape;
  shape.registers = registers;
  shape.shared_bytes = shared_bytes;
  shape.block = block;
  return shape;
}

}  // namespace

TEST_CASE("a launch shape is read in each dialect") {
  const LaunchShape cuda = LaunchShape::Of(
      "regs:32 static_shared:1024 dynamic_shared:64 grid:8,1,1 block:256,1,1 "
      "occ_pct:50");
  CHECK(cuda.grid == "8,1,1");
  CHECK(cuda.block == "256,1,1");
  CHECK(cuda.registers == 32);
  CHECK(cuda.shared_bytes == 1088);
  CHECK(cuda.occupancy == 0.5);
  CHECK_FALSE(cuda.private_bytes.has_value());

  const LaunchShape old =
      LaunchShape::Of("regs:16\nshm:512\ngrid:2,1,1\nblock:32,1,1");
  CHECK(old.shared_bytes == 512);
  CHECK_FALSE(old.static_shared_bytes.has_value());

  const LaunchShape rocm = LaunchShape::Of(
      "grid:9,1,1 block:64,1,1 private_mem:16 group_mem:8 "
      "occ_pct:0");
  CHECK(rocm.private_bytes == 16);
  CHECK(rocm.shared_bytes == 8);
  CHECK_FALSE(rocm.occupancy.has_value());
}

TEST_CASE("fields that a tracer did not fill are not known") {
  const LaunchShape shape =
      LaunchShape::Of("regs:2191487992 static_shared:32462 block:64,1,1");
  CHECK_FALSE(shape.registers.has_value());
  CHECK_FALSE(shape.static_shared_bytes.has_value());
  CHECK_FALSE(shape.shared_bytes.has_value());
  CHECK_FALSE(LaunchShape::Of("regs:99999999999999999999").registers);
  CHECK_FALSE(LaunchShape::Of("static_shared:9223372036854775807 "
                              "dynamic_shared:1")
                  .shared_bytes);
  CHECK_FALSE(LaunchShape::Of("grid: block:").grid);
}

TEST_CASE("occupancy is that of the scarcest resource") {
  CHECK(OccupancyOf(Gpu(8, 0), ShapeWith(32, 0, "256,1,1")) == 1.0);
  // 255 registers: 8 blocks of a warp fit into 65536.
  CHECK(OccupancyOf(Gpu(8, 0), ShapeWith(255, 0, "256,1,1")) == 0.125);
  CHECK(OccupancyOf(Gpu(7, 0), ShapeWith(32, 49152, "64,1,1")) == 4.0 / 64);
  CHECK_FALSE(OccupancyOf(Gpu(8, 0), ShapeWith(255, 0, "2048,1,1")));
  CHECK_FALSE(OccupancyOf(Gpu(8, 0), ShapeWith(32, 166913, "64,1,1")));
  CHECK_FALSE(OccupancyOf(Gpu(8, 7), ShapeWith(32, 0, "64,1,1")));
  CHECK_FALSE(OccupancyOf(Gpu(8, 0), ShapeWith(32, 0, "64,x,1")));
  DeviceFacts amd = Gpu(9, 0);
  amd.vendor = "AMD";
  CHECK_FALSE(OccupancyOf(amd, ShapeWith(32, 0, "64,1,1")));
}

TEST_CASE("a kernel's short name is its own") {
  CHECK(ShortKernelName("void a::b<int, (c)2>(float*) [clone .x]") == "b");
  CHECK(ShortKernelName("gemm.kd") == "gemm");
  CHECK(ShortKernelName("void (anonymous namespace)::f(int)") == "f");
  CHECK(ShortKernelName("loop_fusion") == "loop_fusion");
  CHECK(ShortKernelName("<int>") == "<int>");
  CHECK(ShortKernelName("").empty());
}

}  // namespace tfprof
