// SPDX-License-Identifier: Apache-2.0
// Float operations of nodes whose attributes no graph tells.
#include "support/catch.h"
#include "support/formula_call.h"

namespace tfprof {

namespace {

Count Untold(const std::string& type, const std::string& inputs,
             const std::string& outputs) {
  return FloatOps(type, inputs, outputs, "untold");
}

std::string WhyUntold(const std::string& type, const std::string& inputs,
                      const std::string& outputs) {
  return Why(type, inputs, outputs, "untold");
}

std::string_view RemarkUntold(const std::string& type,
                              const std::string& inputs,
                              const std::string& outputs) {
  return FormulaCall({type, inputs, outputs, "untold"}).Remark();
}

}  // namespace

TEST_CASE("shapes of a product tell its transposes") {
  // 2 x 3 by 3 x 5, and each matrix transposed.
  CHECK(Untold("MatMul", "2x3 3x5", "2x5").value() == 2 * 3 * 10);
  CHECK(Untold("MatMul", "3x2 3x5", "2x5").value() == 2 * 3 * 10);
  CHECK(Untold("MatMul", "2x3 5x3", "2x5").value() == 2 * 3 * 10);
  CHECK(Untold("MatMul", "3x2 5x3", "2x5").value() == 2 * 3 * 10);
  // With a square matrix all choices that fit have one length.
  CHECK(Untold("MatMul", "4x4 4x5", "4x5").value() == 2 * 4 * 20);
  CHECK(Untold("BatchMatMulV2", "7x3x2 7x3x5", "7x2x5").value() == 2 * 3 * 70);
  CHECK(Untold("_FusedMatMul", "3x2 3x5 5", "2x5").value() == 2 * 3 * 10);
  CHECK(WhyUntold("MatMul", "2x3 4x5", "2x5") ==
        "the shapes fit no transposes");
  CHECK(WhyUntold("MatMul", "2x3 3x5", "?") == "no shape of output 0");
  CHECK(WhyUntold("MatMul", "2x3 ?", "2x5") == "no shape of input 1");
  CHECK(WhyUntold("MatMul", "2x3 3", "2x5") == "a shape of another rank");
}

TEST_CASE("an empty mean tells that a batch norm trains") {
  CHECK(Untold("FusedBatchNorm", "2x5 5 5 0 0", "2x5").value() ==
        7 * 10 + 6 * 5);
  CHECK(Untold("FusedBatchNormV2", "2x5 5 5 5 5", "2x5").value() ==
        2 * 10 + 6 * 5);
  CHECK(Untold("FusedBatchNormV3", "2x5 5 5 0 0", "2x5").value() ==
        7 * 10 + 6 * 5);
  CHECK(WhyUntold("FusedBatchNormV3", "2x5 5 5 5 5", "2x5") ==
        "is_training is not recorded");
  CHECK(WhyUntold("FusedBatchNorm", "2x5 5 5 ? ?", "2x5") ==
        "no shape of input 3");
}

TEST_CASE("an attribute that no shape tells is never assumed") {
  CHECK(WhyUntold("MaxPool", "1x4x4x2", "1x2x2x2") == "no attribute ksize");
  CHECK(WhyUntold("Einsum", "2x3 3x5", "2x5") == "no attribute equation");
  const std::string adam = "7 7 7 - - - - - - 7";
  CHECK(WhyUntold("ResourceApplyAdam", adam, "") ==
        "use_nesterov is not recorded");
  CHECK(WhyUntold("ApplyMomentum", "7 7 - 7 -", "7") ==
        "use_nesterov is not recorded");
  // The same with and without.
  CHECK(Untold("ApplyAdagrad", "7 7 - 7", "7").value() == 6 * 7);
  CHECK(Untold("ApplyMomentum", "0 0 - 0 -", "0").value() == 0);
}

TEST_CASE("a cell's peepholes do not matter where they are below 1 %") {
  // Inputs: x, the state before. 6 of 8 * (I + U) + 23 operations an element.
  CHECK(WhyUntold("LSTMBlockCell", "2x10 2x10", "2x10") ==
        "use_peephole is not recorded");
  CHECK(Untold("LSTMBlockCell", "2x100 2x100", "2x100").value() ==
        8 * 2 * 100 * 200 + 23 * 2 * 100);
  CHECK(RemarkUntold("LSTMBlockCell", "2x100 2x100", "2x100") == "lower bound");
  CHECK(RemarkUntold("LSTMBlockCell", "0x100 0x100", "0x100").empty());
  CHECK(WhyUntold("BlockLSTM", "- 5x2x100 2x100", "5x2x100") ==
        "use_peephole is not recorded");
}

}  // namespace tfprof
