// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kAccelerator = "AcceleratorUtilizationChecker";
constexpr std::string_view kOperation = "OperationChecker";
constexpr std::string_view kExpensive = "ExpensiveOperationChecker";

struct Answer {
  Texts texts;
  bool has_findings;
  Texts warnings;
};

Answer Ask(std::string_view checker, const Profile& profile,
           std::vector<CheckerSetting> settings = {},
           const Rules& rules = kReferenceRules) {
  Diagnostics diagnostics;
  const std::string name(checker);
  const auto advice =
      RunCheckers({profile, rules}, {&name, 1}, settings, diagnostics);
  REQUIRE(advice);
  REQUIRE(advice->entries.size() == 1);
  Texts texts;
  for (const auto& statement : advice->entries[0].statements) {
    texts.push_back(statement.text);
  }
  return {texts, advice->HasFindings(), diagnostics.Lines()};
}

std::string ErrorOf(std::vector<std::string> names,
                    std::vector<CheckerSetting> settings) {
  const Status status = CheckCheckers(names, settings);
  return status ? "" : status.error().message;
}

}  // namespace

TEST_CASE("a GPU is as busy as its kernels in the window of its records") {
  const Profile profile = TinyProfile(
      "a Op device=/job:a/device:gpu:0 step=10:2:2:0\n"
      "b Op device=/job:a/device:gpu:0 step=20:2:2:0\n"
      "c Op device=/job:a/device:gpu:1 step=10:10:9:0\n"
      "d Op step=1:100:0:0\n");
  const Answer answer = Ask(kAccelerator, profile);
  CHECK(answer.texts ==
        Texts{"device: /job:a/device:gpu:0 low utilization: 0.33",
              "device: /job:a/device:gpu:1 utilization: 0.90"});
  CHECK(answer.has_findings);
  const std::string low = "AcceleratorUtilizationChecker.low";
  CHECK_FALSE(Ask(kAccelerator, profile, {{low, "0.3"}}).has_findings);
  CHECK(Ask(kAccelerator, profile, {{low, "0.95"}}).texts[1] ==
        "device: /job:a/device:gpu:1 low utilization: 0.90");
}

TEST_CASE("half is not low, though what rounds to it may be") {
  const auto text = [](int busy) {
    return Ask(kAccelerator,
               TinyProfile(
                   fmt::format("a Op device=/gpu:0 step=1:1000:{}:0\n", busy)))
        .texts[0];
  };
  CHECK(text(500) == "device: /gpu:0 utilization: 0.50");
  CHECK(text(497) == "device: /gpu:0 low utilization: 0.50");
}

TEST_CASE("each node's own last step counts, or the last of all") {
  const Profile profile = TinyProfile(
      "a Op device=/gpu:0 step=10:10:10:0 step=-\n"
      "b Op device=/gpu:0 step=10:10:10:0 step=1000:10:10:0\n");
  CHECK(Ask(kAccelerator, profile).texts ==
        Texts{"device: /gpu:0 low utilization: 0.02"});
  CHECK(Ask(kAccelerator, profile, {}, kCorrectedRules).texts ==
        Texts{"device: /gpu:0 utilization: 1.00"});
}

TEST_CASE("batch normalisation should be fused") {
  const std::string norm = "layer/BatchNorm/mul Mul\n";
  CHECK(Ask(kOperation, TinyProfile(norm)).texts ==
        Texts{"Maybe use faster FusedBatchNorm instead of BatchNorm"});
  CHECK(Ask(kOperation, TinyProfile("layer/batch_normalization Mul\n"))
            .texts.empty());
  CHECK(
      Ask(kOperation, TinyProfile(norm + "f FusedBatchNorm\n")).texts.empty());
  const Profile successor = TinyProfile(norm + "f FusedBatchNormV3\n");
  CHECK(Ask(kOperation, successor).has_findings);
  CHECK_FALSE(Ask(kOperation, successor, {}, kCorrectedRules).has_findings);
}

TEST_CASE("time is listed by type, scope and line of code") {
  const Profile profile = TinyProfile(
      "s/a MatMul stack=m.py:1:main>n.py:2:f step=1:5000:0:0\n"
      "s/b Add stack=m.py:1:main>n.py:3:g step=1:2000:0:0\n"
      "t Mul stack=m.py:1:main>n.py:4:h step=1:10:0:0\n");
  const Answer answer = Ask(kExpensive, profile);
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

TEST_CASE("a checker that is known by name only does not run") {
  Diagnostics diagnostics;
  const std::string name = "JobChecker";
  const Profile profile = TinyProfile("a Op\n");
  const auto advice =
      RunCheckers({profile, kReferenceRules}, {&name, 1}, {}, diagnostics);
  REQUIRE(advice);
  CHECK(advice->entries.empty());
}

TEST_CASE("wrong names and settings are errors") {
  CHECK(ErrorOf({"JobChecker", "OperationChecker"}, {}).empty());
  CHECK(ErrorOf({"OperatonChecker"}, {})
            .find("did you mean "
                  "'OperationChecker'?") != std::string::npos);
  CHECK(ErrorOf({}, {{"top", "3"}}).starts_with("'top' is not Checker.option"));
  CHECK(ErrorOf({}, {{"OperationChecker.top", "3"}}) ==
        "OperationChecker: unknown option 'top'");
  CHECK(ErrorOf({}, {{"ExpensiveOperationChecker.to", "3"}})
            .find("did you mean 'top'?") != std::string::npos);
  for (const char* value : {"", "x", "-1", "nan", "1e999", "3x"}) {
    CHECK_FALSE(
        ErrorOf({}, {{"ExpensiveOperationChecker.top", value}}).empty());
  }
}

}  // namespace tfprof
