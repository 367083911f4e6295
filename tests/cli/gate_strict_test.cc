// SPDX-License-Identifier: Apache-2.0
// What the gate must not let pass.
#include <string>

#include "support/catch.h"
#include "support/gate_runs.h"

namespace tfprof {

TEST_CASE("a floor without its unit and negative floors are refused") {
  const GateRuns runs(GateModel{}, GateModel{});
  CHECK(runs.Gate({"--min_slowdown=2"}).code == 2);
  CHECK(runs.Gate({"--min_slowdown=2%"}).code == 0);
  CHECK(runs.Gate({"--min_slowdown=-2%"}).code == 2);
  CHECK(runs.Gate({"--min_bytes_changed=-1"}).code == 2);
  CHECK(runs.Gate({"--last=-1"}).code == 2);
}

TEST_CASE(
    "an operation that did not run on one side is not on another device") {
  GateModel without;
  without.ops.pop_back();
  for (const bool is_gone : {true, false}) {
    CAPTURE(is_gone);
    const GateRuns runs(is_gone ? GateModel{} : without,
                        is_gone ? without : GateModel{});
    const GateAnswer answer = runs.Gate({"--output=stdout:width=0"});
    CHECK_FALSE(answer.Says("device"));
    CHECK(answer.Says(is_gone ? "gone" : "new"));
    CHECK(answer.Says("decoder/softmax"));
  }
}

TEST_CASE("a regression is one whatever inconclusive means") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateRuns runs(GateModel{}, slower);
  const GateAnswer answer = runs.Gate({"--inconclusive=pass"});
  CHECK(answer.code == 1);
  CHECK(answer.Says("decoder/matmul on the critical path: "));
  // Nor is one run a side made enough by it.
  const GateRuns few(GateModel{}, slower, 1);
  CHECK(few.Gate().code == 4);
  CHECK(few.Gate({"--inconclusive=pass"}).code == 0);
  CHECK(few.Gate({"--inconclusive=pass", "--self_test"}).code == 1);
}

TEST_CASE("an error goes before a regression") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateRuns runs(GateModel{}, slower);
  const GateAnswer answer =
      runs.Budget("[[limit]]\nmetric = \"float_ops\"\nmax = 1\n");
  CHECK(answer.code == 2);
  CHECK(answer.Complains("budget.toml"));
}

}  // namespace tfprof
