// SPDX-License-Identifier: Apache-2.0
#include "model/xla_compile.h"

#include "support/catch.h"

namespace tfprof {

namespace {

using Steps = std::vector<int64_t>;

// Steps 0, 1, 2, ... in which one operation took so long.
Steps Compiling(std::string_view name, std::string_view label,
                const std::vector<int64_t>& micros) {
  CompilingSteps steps;
  for (size_t i = 0; i < micros.size(); ++i) {
    steps.Add(static_cast<int64_t>(i), {.name = name,
                                        .op_end_rel_us = micros[i],
                                        .all_end_rel_us = micros[i],
                                        .label = label});
  }
  return steps.Finish();
}

}  // namespace

TEST_CASE("a step compiled that took far longer for it than the others") {
  CHECK(Compiling("cluster_0_1/xla_compile", "", {500'000, 90, 80}) ==
        Steps{0});
  CHECK(Compiling("c", "c = _XlaCompile(x)", {90, 80, 400'000}) == Steps{2});
  CHECK(Compiling("c", "c = XlaLaunch(x)", {90, 400'000, 80}) == Steps{1});
}

TEST_CASE("a look into the cache is no compilation") {
  CHECK(Compiling("c/xla_compile", "", {9'000, 90, 80}).empty());
}

TEST_CASE("a launch that always takes long does not compile") {
  CHECK(Compiling("c", "c = XlaLaunch(x)", {400'000, 390'000}).empty());
}

TEST_CASE("other operations do not compile, however long they take") {
  CHECK(Compiling("c", "c = MatMul(x, y)", {400'000, 90, 80}).empty());
}

}  // namespace tfprof
