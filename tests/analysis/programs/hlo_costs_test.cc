// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_costs.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

TEST_CASE("an instruction has a category, its operands and a roof") {
  HloMaker maker;
  maker.Computation();
  const auto x = maker.Parameter(0, {2, 3}, HloMaker::kBf16);
  const auto add = maker.Add("add", {2, 3}, {x, x});
  const auto copy = maker.Add("copy", {2, 3}, {x});
  const auto dot = maker.Add("dot", {2, 2}, {x, x});
  const auto sort = maker.Add("sort", {6}, {x});
  HloCosts costs(maker.Finish());
  CHECK(costs.CategoryOf(add) == "non-fusion elementwise");
  CHECK(costs.CategoryOf(copy) == "data formatting");
  CHECK(costs.CategoryOf(sort) == "sort");
  CHECK(costs.OperandWords(add) == "bf16[2,3], bf16[2,3]");
  CHECK(costs.UnitOf(dot) == "matrix bf16");
  CHECK(costs.UnitOf(add) == "vector f32");
  CHECK(costs.HasType(dot, {HloMaker::kBf16}));
  CHECK_FALSE(costs.HasType(dot, {HloMaker::kF64}));
  CHECK(costs.Find("add.1") == add);
  CHECK(costs.Find("add.9") == HloProgram::kNone);
  CHECK(costs.OpcodeOf(sort) == "sort");
}

TEST_CASE("a fusion has the opcodes in it, counted and sorted") {
  HloMaker maker;
  const auto body = maker.Computation();
  const auto x = maker.Parameter(0, {4});
  const auto product = maker.Add("multiply", {4}, {x, x});
  const auto sum = maker.Add("add", {4}, {product, x});
  maker.Add("add", {4}, {sum, x});
  maker.Computation();
  const auto y = maker.Parameter(0, {4});
  const auto fusion = maker.Add("fusion", {4}, {y}, {body});
  HloCosts costs(maker.Finish());
  CHECK(costs.ContentsOf(fusion) == "add x2, multiply");
  CHECK(costs.ContentsOf(y).empty());
  CHECK(costs.FloatOpsOf(fusion).value() == 12);
}

}  // namespace tfprof
