// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/path_parts.h"

#include "support/catch.h"
#include "support/seen_path.h"

namespace tfprof {

TEST_CASE("path parts: by two scopes, type and line, with all of the step") {
  StepMaker maker = SleepingStep(1'000'000);
  const SeenPath seen(maker);
  CHECK(seen.parts.length_ns == 21'000'000);
  REQUIRE(seen.parts.parts.size() == 2);
  CHECK(seen.parts.parts[0].name == "input/augment");
  CHECK(seen.parts.parts[0].type == "PyFunc");
  CHECK(seen.parts.parts[0].code == "/home/me/train.py:19");
  CHECK(seen.parts.parts[0].path_ns == 15'000'000);
  CHECK(seen.parts.parts[1].name == "encoder/lstm");
  CHECK(seen.parts.parts[1].times == 2);
  CHECK(seen.parts.parts[1].path_ns == 5'000'000);
  CHECK(seen.parts.gap_ns == 1'000'000);
}

TEST_CASE("path parts: a type in two scopes of one line is one part") {
  StepMaker maker;
  maker.Add("encoder/lstm/cell/MatMul", "MatMul()", 0, 10);
  maker.Add("encoder/lstm/cell/MatMul_1", "MatMul(encoder/lstm/cell/MatMul)",
            10, 30);
  const SeenPath seen(maker);
  REQUIRE(seen.parts.parts.size() == 1);
  CHECK(seen.parts.parts[0].name == "encoder/lstm");
  CHECK(seen.parts.parts[0].times == 2);
}

TEST_CASE("path parts: without lines scopes tell parts apart, the largest first") {
  StepMaker maker;
  maker.Add("a/x", "MatMul()", 0, 10);
  maker.Add("b/y", "MatMul(a/x)", 10, 40);
  maker.Add("a/z", "Relu(b/y)", 40, 60);
  const SeenPath seen(maker);
  REQUIRE(seen.parts.parts.size() == 3);
  CHECK(seen.parts.parts[0].name == "b/y");
  CHECK(seen.parts.parts[1].name == "a/z");
  CHECK(seen.parts.parts[1].type == "Relu");
  CHECK(seen.parts.parts[2].name == "a/x");
  CHECK(seen.parts.parts[2].code.view().empty());
}

TEST_CASE("path parts: those that bring input are told") {
  StepMaker maker;
  maker.Add("next", "IteratorGetNext()", 0, 10);
  maker.Add("net", "MatMul(next)", 10, 15);
  const SeenPath seen(maker);
  REQUIRE(seen.parts.parts.size() == 2);
  CHECK(seen.parts.parts[0].brings_input);
  CHECK_FALSE(seen.parts.parts[1].brings_input);
}

}  // namespace tfprof
