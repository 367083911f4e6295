// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/kernel_rows.h"

#include <memory>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/kernel_maker.h"

namespace tfprof {

namespace {

constexpr std::string_view kSmall = "regs:32 shm:0 grid:1,1,1 block:32,1,1";
constexpr std::string_view kLarge = "regs:32 shm:0 grid:9,1,1 block:32,1,1";

}  // namespace

TEST_CASE("kernels are rows by launch shape and by name") {
  KernelMaker maker;
  const uint32_t one = maker.Gpu(0);
  const uint32_t two = maker.Gpu(1);
  const uint32_t call = maker.Call(0, 4);
  const uint32_t late = maker.Call(5, 55);
  maker.Kernel(one, 10, 20, kSmall, call);
  maker.Kernel(one, 30, 34, kSmall);
  maker.Kernel(one, 40, 80, kLarge, late);
  maker.Kernel(two, 10, 12, kSmall);
  const RecordedKernels found = maker.Find();

  REQUIRE(found.kernels.size() == 2);
  const KernelRow& large = found.kernels[0];
  CHECK(large.shape.grid == "9,1,1");
  CHECK(large.device == "/device:gpu:0");
  CHECK(large.launches == 1);
  CHECK(large.launch_ps == 50 * kUs);
  // It began before its call had ended.
  CHECK(large.queue_ps == 0);
  CHECK_FALSE(large.lengths.deviation_ps.has_value());
  const KernelRow& small = found.kernels[1];
  CHECK(small.lengths.count == 3);
  CHECK(small.lengths.sum_ps == 16 * kUs);
  CHECK(small.lengths.median_ps == 4 * kUs);
  CHECK(small.lengths.least_ps == 2 * kUs);
  CHECK(small.lengths.most_ps == 10 * kUs);
  CHECK(*small.lengths.deviation_ps == Approx(4.163332 * kUs));
  CHECK(small.device.empty());
  CHECK(small.devices == 2);
  CHECK(small.queue_ps == 6 * kUs);
  CHECK(small.program == "jit_f");
  CHECK(small.program_id == "3");

  REQUIRE(found.names.size() == 1);
  CHECK(found.names[0].rows == 2);
  CHECK(found.names[0].lengths.median_ps == 7 * kUs);
}

TEST_CASE("copies are rows by device and direction") {
  KernelMaker maker;
  const uint32_t gpu = maker.Gpu(0);
  maker.Copy(gpu, 0, 2, "MemcpyH2D", "kind_src:host size:100 async:0");
  maker.Copy(gpu, 2, 4, "memcpyHtoD", "size:300 async:1");
  maker.Copy(gpu, 4, 5, "MemcpyD2H", "num_bytes:8");
  maker.Copy(gpu, 5, 6, "MemcpyD2H", "size:18446744073709551616");
  const RecordedKernels found = maker.Find();

  CHECK(found.kernels.empty());
  REQUIRE(found.copies.size() == 2);
  const CopyRow& in = found.copies[0].direction == "host to device"
                          ? found.copies[0]
                          : found.copies[1];
  CHECK(in.bytes == 400);
  CHECK(in.least_bytes == 100);
  CHECK(in.most_bytes == 300);
  CHECK(in.synchronous == 1);
  const CopyRow& out =
      &in == found.copies.data() ? found.copies[1] : found.copies[0];
  CHECK(out.direction == "device to host");
  CHECK_FALSE(out.bytes.has_value());
  CHECK(out.least_bytes == 8);
}

}  // namespace tfprof
