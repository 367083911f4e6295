// SPDX-License-Identifier: Apache-2.0
#include "analysis/advise/checker.h"
#include "support/ask_checker.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

constexpr std::string_view kExpensive = "ExpensiveOperationChecker";

}  // namespace

TEST_CASE("time is listed by type, scope and line of code") {
  const Profile profile = TinyProfile(
      "s/a MatMul stack=m.py:1:main>n.py:2:f step=1:5000:0:0\n"
      "s/b Add stack=m.py:1:main>n.py:3:g step=1:2000:0:0\n"
      "t Mul stack=m.py:1:main>n.py:4:h step=1:10:0:0\n");
  const CheckerAnswer answer = Ask(kExpensive, profile);
  REQUIRE(answer.texts.size() == 3);
  CHECK(answer.texts[0] ==
        "top 1 operation type: MatMul, cpu: 5.00ms, accelerator: 0us, total: "
        "5.00ms (71.33%)\n"
        "top 2 operation type: Add, cpu: 2.00ms, accelerator: 0us, total: "
        "2.00ms (28.53%)\n"
        "top 3 operation type: Mul, cpu: 10us, accelerator: 0us, total: 10us "
        "(0.14%)");
  // A scope shows its own time, and t is below 100 us.
  CHECK(answer.texts[1] ==
        "top 1 graph node: s, cpu: 0us, accelerator: 0us, total: 0us");
  CHECK(answer.texts[2] ==
        "n.py:2:f, cpu: 5.00ms, accelerator: 0us, total: 5.00ms\n"
        "n.py:3:g, cpu: 2.00ms, accelerator: 0us, total: 2.00ms");
  CHECK_FALSE(answer.has_findings);
  CHECK(Ask(kExpensive, profile,
            {{"ExpensiveOperationChecker.top", "1"},
             {"ExpensiveOperationChecker.min_code_micros", "9e99"}})
            .texts[2]
            .empty());
}

TEST_CASE("what is missing for the list is said") {
  CHECK(Ask(kExpensive, TinyProfile("a Op\n")).warnings ==
        Texts{"Missing RunMetadata info. Skip ExpensiveOperationChecker",
              "Missing run_meta for ExpensiveOperationChecker",
              "Missing op_log (code traces) for ExpensiveOperationChecker"});
  // Stacks of gradients only: there the reference dies.
  const Profile lost =
      TinyProfile("gradients/a_grad/x Op stack=m.py:1:main step=1:5000:0:0\n");
  CHECK(Ask(kExpensive, lost).texts.size() == 2);
}

}  // namespace tfprof
