// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/scaling.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/parts_maker.h"

namespace tfprof {

namespace {

RunParts OfDevices(int64_t devices, int64_t length_ms, int64_t exposed_ms,
                   double work_ms) {
  RunParts run = PartsMaker()
                     .Add("compute", "a", length_ms - exposed_ms)
                     .Add("collective", "all-reduce", exposed_ms)
                     .run;
  run.processes.at("").side.devices = devices;
  run.processes.at("").side.work_ps = work_ms * 1e9;
  return run;
}

}  // namespace

TEST_CASE("runs with as many devices do not scale") {
  CHECK_FALSE(ScalingOf(
      DifferenceOf(OfDevices(2, 10, 1, 18), OfDevices(2, 20, 1, 38))));
  CHECK_FALSE(ScalingOf(DifferenceOf(RunParts(), OfDevices(2, 20, 1, 38))));
}

TEST_CASE("efficiencies of a run on four times the devices") {
  const auto scaling =
      ScalingOf(DifferenceOf(OfDevices(2, 40, 4, 72), OfDevices(8, 16, 8, 64)));
  REQUIRE(scaling);
  CHECK(scaling->FixedTotal() == Approx(0.625));
  CHECK(scaling->FixedEach() == Approx(2.5));
  CHECK(scaling->before.work_ps == Approx(36e9));
  CHECK(scaling->after.work_ps == Approx(8e9));
  CHECK(scaling->after.exposed_ps == Approx(8e9));
  CHECK(ScalingSection(*scaling, {}).notes ==
        std::vector<std::string>{
            "efficiency for fixed work in all 62.5 %, for fixed work a device "
            "250.0 %; shapes do not tell here which of the two it was"});
  const Section programs = ScalingSection(*scaling, {.is_for_people = false});
  CHECK(std::get<Table>(programs.block).columns.size() == 7);
}

}  // namespace tfprof
