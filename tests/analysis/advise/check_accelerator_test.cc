// SPDX-License-Identifier: Apache-2.0
#include "analysis/advise/checker.h"
#include "support/ask_checker.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

constexpr std::string_view kAccelerator = "AcceleratorUtilizationChecker";

}  // namespace

TEST_CASE("a GPU is as busy as its kernels in the window of its records") {
  const Profile profile = TinyProfile(
      "a Op device=/job:a/device:gpu:0 step=10:2:2:0\n"
      "b Op device=/job:a/device:gpu:0 step=20:2:2:0\n"
      "c Op device=/job:a/device:gpu:1 step=10:10:9:0\n"
      "d Op step=1:100:0:0\n");
  const CheckerAnswer answer = Ask(kAccelerator, profile);
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

}  // namespace tfprof
