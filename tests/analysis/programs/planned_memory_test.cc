// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/planned_memory.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/planned_maker.h"

namespace tfprof {

namespace {

using Kind = HloProgram::HeapEvent::Kind;

}  // namespace

TEST_CASE("the peak of planned memory is that of the heap trace") {
  PlannedMaker maker;
  maker.Buffer(1, 100, 60);
  maker.Buffer(2, 40, 40);
  maker.Buffer(3, 30, 30);
  maker.Buffer(4, 1000, 1000);
  maker.Allocation(0, 1000, {4}).is_parameter = true;
  maker.Allocation(1, 150, {1, 2, 3});
  maker.Allocation(2, 7, {});
  maker.Trace({{Kind::kAlloc, 1, {}, 0},
               {Kind::kFree, 1, {}, 0},
               {Kind::kAlloc, 2, {}, 0},
               // Its memory is taken again.
               {Kind::kShare, 3, {}, 1},
               {Kind::kFree, 3, {}, 0},
               // Free already.
               {Kind::kFree, 3, {}, 0},
               {Kind::kFree, 99, {}, 0}});
  const Planned planned = maker.Plan();
  REQUIRE(planned.rows.size() == 1);
  const PlannedMemory& row = planned.rows[0];
  CHECK(row.allocations == 3);
  CHECK(row.total_bytes == 1157);
  CHECK(row.BytesOf(PlannedKind::kParameter) == 1000);
  CHECK(row.BytesOf(PlannedKind::kTemporary) == 157);
  CHECK(row.temporary_peak_bytes == 140 + 7);
  CHECK(row.peak_bytes == 1147);
  CHECK(row.padding_bytes == 40);
  CHECK(row.has_order);
  REQUIRE(row.alive.size() == 4);
  CHECK(row.alive[1].bytes == 100);
  CHECK(row.alive[1].padding_bytes == 40);
  CHECK(row.alive[3].buffer == nullptr);
  REQUIRE(row.order.size() == 8);
  CHECK(row.order[0].bytes == 1007);
  CHECK(row.order[4].bytes == 1147);
}

TEST_CASE("an allocation is of the first kind that fits") {
  PlannedMaker maker;
  HloProgram::Allocation& donated = maker.Allocation(0, 10, {});
  donated.is_parameter = donated.is_live_out = true;
  maker.Allocation(1, 20, {}).is_live_out = true;
  maker.Allocation(2, 40, {}).is_thread_local = true;
  maker.Allocation(3, 80, {}).is_constant = true;
  const Planned planned = maker.Plan();
  REQUIRE(planned.rows.size() == 1);
  const PlannedMemory& row = planned.rows[0];
  CHECK(row.BytesOf(PlannedKind::kOutput) == 20);
  CHECK(row.BytesOf(PlannedKind::kThreadLocal) == 40);
  CHECK(row.BytesOf(PlannedKind::kConstant) == 80);
  CHECK(row.live_out_bytes == 30);
  CHECK(row.aliased_bytes == 10);
  CHECK(row.total_bytes == 110);
  CHECK(row.peak_bytes == 110);
}

}  // namespace tfprof
