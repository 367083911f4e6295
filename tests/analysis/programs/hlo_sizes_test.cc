// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_sizes.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

TEST_CASE("an array has elements and bytes, a tuple the sum of its parts") {
  HloMaker maker;
  maker.Computation();
  const auto array = maker.Add("add", {3, 4});
  const auto half = maker.Add("add", {10}, {}, {}, HloMaker::kBf16);
  const auto scalar = maker.Add("add", {});
  const auto tuple = maker.AddTuple("tuple", {{3}, {5}});
  const auto huge = maker.Add("add", {int64_t{1} << 62, 8});
  const auto program = maker.Finish();
  HloSizes sizes(*program);
  CHECK(sizes.ElementsOf(array).value() == 12);
  CHECK(sizes.BytesOf(array).value() == 48);
  CHECK(sizes.BytesOf(half).value() == 20);
  CHECK(sizes.ElementsOf(scalar).value() == 1);
  CHECK(sizes.ElementsOf(tuple).value() == 8);
  CHECK(sizes.BytesOf(tuple).value() == 32);
  CHECK_FALSE(sizes.ElementsOf(huge).is_known());
  CHECK(sizes.DimsOf(sizes.FirstShapeOf(tuple))[0] == 3);
}

}  // namespace tfprof
