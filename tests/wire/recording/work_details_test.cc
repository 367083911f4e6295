// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/work_details.h"

#include <memory>
#include <string>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/recording/read_recorded_host.h"

namespace tfprof {

namespace {

using Number = int64_t;

std::shared_ptr<RecordedHost> ReadPlane(const MakePlane& plane) {
  const std::string path = "run/worker.xplane.pb";
  const Bytes content{MakeXSpace({plane})};
  Diagnostics diagnostics;
  auto host = ReadRecordedHost({path, content}, {}, diagnostics);
  REQUIRE(host.has_value());
  return *host;
}

}  // namespace

TEST_CASE("kernels that say the same share their details") {
  MakePlane gpu("/device:GPU:0");
  const MakePlane::Stats stats = {{"kernel_details", "regs:8 grid:1,1,1"},
                                  {"program_id", uint64_t{7}},
                                  {"flops", Number{100}}};
  gpu.Line(
      14, "stream", 0,
      {gpu.Event("k", 0, 10, stats), gpu.Event("k", 20, 10, stats),
       gpu.Event("MemcpyH2D", 40, 10, {{"memcpy_details", "size:8 async:0"}}),
       gpu.Event("Memset", 60, 10, {{"memset_details", "num_bytes:8"}})});
  const auto host = ReadPlane(gpu);
  REQUIRE(host->work.size() == 4);
  REQUIRE(host->details.size() == 3);
  CHECK(host->work[0].detail == host->work[1].detail);
  const WorkDetail& kernel = host->details[host->work[0].detail];
  CHECK(host->Text(kernel.kernel) == "regs:8 grid:1,1,1");
  CHECK(kernel.program_id == 7);
  CHECK(kernel.float_ops == 100);
  CHECK_FALSE(kernel.bytes.has_value());
  CHECK_FALSE(kernel.copy.valid());
  const WorkDetail& copy = host->details[host->work[2].detail];
  CHECK(host->Text(copy.copy) == "size:8 async:0");
  CHECK_FALSE(copy.is_fill);
  CHECK(host->details[host->work[3].detail].is_fill);
}

TEST_CASE("a plane tells the facts of its device") {
  MakePlane gpu("/device:GPU:0");
  gpu.PlaneStat("device_vendor", "Nvidia");
  gpu.PlaneStat("gpu_device_name", "H100");
  gpu.PlaneStat("compute_cap_major", Number{9});
  gpu.PlaneStat("compute_cap_minor", Number{0});
  gpu.PlaneStat("core_count", Number{132});
  gpu.PlaneStat("clock_rate", uint64_t{1830000});
  gpu.PlaneStat("memory_bandwidth", uint64_t{3352320000000});
  gpu.Line(14, "stream", 0, {gpu.Event("k", 0, 10)});
  const auto host = ReadPlane(gpu);
  REQUIRE(host->devices.size() == 1);
  const DeviceFacts& facts = host->devices[0].facts;
  CHECK(facts.model == "H100");
  CHECK(facts.vendor == "Nvidia");
  CHECK(facts.capability_major == 9);
  CHECK(facts.capability_minor == 0);
  CHECK(facts.cores == 132);
  CHECK(facts.clock_khz == 1830000);
  CHECK(facts.memory_bytes == 3352320000000.0);
}

}  // namespace tfprof
