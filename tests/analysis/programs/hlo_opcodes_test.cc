// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_opcodes.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

TEST_CASE("opcodes are told by the rules for their work") {
  CHECK(HloOpOf("add") == HloOp::kElementwise);
  CHECK(HloOpOf("dot") == HloOp::kDot);
  CHECK(HloOpOf("get-tuple-element") == HloOp::kElement);
  CHECK(HloOpOf("while") == HloOp::kControl);
  CHECK(HloOpOf("no-such-opcode") == HloOp::kOther);
  CHECK(IsAsyncWord("copy-start"));
  CHECK(IsAsyncWord("all-gather-done"));
  CHECK_FALSE(IsAsyncWord("copy"));
  CHECK(IsLeftOutOfContents(HloOp::kParameter));
  CHECK_FALSE(IsLeftOutOfContents(HloOp::kDot));
}

TEST_CASE("calls of libraries are told by their targets") {
  CHECK(HloCallOf("__cublas$gemm") == HloCall::kMatrixProduct);
  CHECK(HloCallOf("__cudnn$convForward") == HloCall::kConvolution);
  CHECK(HloCallOf("__cudnn$convBackwardInput") == HloCall::kConvolutionByInput);
  CHECK(HloCallOf("triton") == HloCall::kUnknown);
  HloMaker maker;
  maker.Computation();
  const auto call = maker.Add("custom-call", {4});
  const auto add = maker.Add("add", {4});
  maker.Target(call, "triton");
  const auto program = maker.Finish();
  CHECK(TargetOfCall(*program, call) == "triton");
  CHECK(TargetOfCall(*program, add).empty());
}

}  // namespace tfprof
