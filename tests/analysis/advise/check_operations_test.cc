// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "analysis/advise/checker.h"
#include "support/ask_checker.h"
#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

constexpr std::string_view kOperation = "OperationChecker";

}  // namespace

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

}  // namespace tfprof
