// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/counts.h"

#include "support/catch.h"
#include "support/formula_call.h"

namespace tfprof {

namespace {

// The shapes are those of programs that XLA counted, too: all but those for
// which docs/insight.md names a convention of its own agree with it.
const FormulaCase kCases[] = {
    {"MatMul", "25x16 16x9", "25x9", "", 7200},
    {"MatMul", "16x25 16x9", "25x9", "transpose_a=true", 7200},
    {"BatchMatMulV2", "4x8x32 4x32x16", "4x8x16", "", 32768},
    {"BatchMatMulV2", "4x8x32 4x8x16", "4x32x16", "adj_x=true", 32768},
    {"Conv2D", "2x11x11x3 3x3x3x6", "2x9x9x6", "", 52488},
    {"Conv2DBackpropInput", "4 3x3x3x6 2x9x9x6", "2x11x11x3", "", 52488},
    {"Conv2DBackpropFilter", "2x11x11x3 4 2x9x9x6", "3x3x3x6", "", 52488},
    {"Conv2D", "2x11x11x3 3x3x3x6", "2x5x5x6", "", 16200},
    {"Conv2DBackpropInput", "4 3x3x3x6 2x5x5x6", "2x11x11x3", "", 16200},
    {"Conv2DBackpropFilter", "2x11x11x3 4 2x5x5x6", "3x3x3x6", "", 16200},
    {"Conv2D", "2x11x11x3 3x3x3x6", "2x11x11x6", "", 78408},
    {"Conv2DBackpropInput", "4 3x3x3x6 2x11x11x6", "2x11x11x3", "", 78408},
    {"Conv2DBackpropFilter", "2x11x11x3 4 2x11x11x6", "3x3x3x6", "", 78408},
    {"Conv2D", "2x11x11x3 3x3x3x6", "2x6x6x6", "", 23328},
    {"Conv2DBackpropInput", "4 3x3x3x6 2x6x6x6", "2x11x11x3", "", 23328},
    {"Conv2DBackpropFilter", "2x11x11x3 4 2x6x6x6", "3x3x3x6", "", 23328},
    {"Conv2D", "2x11x11x4 3x3x2x6", "2x9x9x6", "", 34992},
    {"DepthwiseConv2dNative", "2x11x11x4 3x3x4x2", "2x9x9x8", "", 23328},
    {"DepthwiseConv2dNativeBackpropInput", "4 3x3x4x2 2x9x9x8", "2x11x11x4", "",
     23328},
    {"DepthwiseConv2dNativeBackpropFilter", "2x11x11x4 4 2x9x9x8", "3x3x4x2",
     "", 23328},
    {"Conv3D", "1x6x7x8x3 3x3x3x3x4", "1x4x5x6x4", "", 77760},
    {"Conv3DBackpropInputV2", "5 3x3x3x3x4 1x4x5x6x4", "1x6x7x8x3", "", 77760},
    {"Conv3DBackpropFilterV2", "1x6x7x8x3 5 1x4x5x6x4", "3x3x3x3x4", "", 77760},
    {"MaxPool", "2x11x11x5", "2x5x5x5", "ksize=1,3,3,1", 2250},
    {"AvgPool", "2x11x11x5", "2x5x5x5", "ksize=1,3,3,1", 2250},
    {"MaxPoolGrad", "2x11x11x5 2x5x5x5 2x5x5x5", "2x11x11x5", "ksize=1,3,3,1",
     2500},
    {"AvgPoolGrad", "4 2x5x5x5", "2x11x11x5", "ksize=1,3,3,1", 4500},
    {"FusedBatchNormV3", "8x14x14x32 32 32", "8x14x14x32", "", 351424},
    {"FusedBatchNormV3", "8x14x14x32 32 32 32 32", "8x14x14x32",
     "is_training=false", 100544},
    {"FusedBatchNormGradV3", "8x14x14x32 8x14x14x32 32 32 32", "8x14x14x32", "",
     451776},
    {"Softmax", "32x1000", "32x1000", "", 160000},
    {"LogSoftmax", "32x1000", "32x1000", "", 160000},
    {"SoftmaxCrossEntropyWithLogits", "32x1000 32x1000", "32 32x1000", "",
     288000},
    {"Reciprocal", "4x100", "4x100", "", 400},
    {"Square", "4x100", "4x100", "", 400},
    {"Rsqrt", "4x100", "4x100", "", 800},
    {"Sqrt", "4x100", "4x100", "", 400},
    {"Log", "4x100", "4x100", "", 400},
    {"Exp", "4x100", "4x100", "", 400},
    {"Neg", "4x100", "4x100", "", 400},
    {"Abs", "4x100", "4x100", "", 400},
    {"Relu", "4x100", "4x100", "", 400},
    {"Relu6", "4x100", "4x100", "", 800},
    {"Sigmoid", "4x100", "4x100", "", 1600},
    {"Tanh", "4x100", "4x100", "", 400},
    {"Erf", "4x100", "4x100", "", 400},
    {"Softplus", "4x100", "4x100", "", 1200},
    {"Elu", "4x100", "4x100", "", 1200},
    {"Softsign", "4x100", "4x100", "", 1200},
    {"TanhGrad", "4x100 4x100", "4x100", "", 1200},
    {"SigmoidGrad", "4x100 4x100", "4x100", "", 1200},
    {"ReluGrad", "4x100 4x100", "4x100", "", 400},
    {"AddV2", "4x100 4x100", "4x100", "", 400},
    {"Sub", "4x100 4x100", "4x100", "", 400},
    {"Mul", "4x100 4x100", "4x100", "", 400},
    {"RealDiv", "4x100 4x100", "4x100", "", 400},
    {"Maximum", "4x100 4x100", "4x100", "", 400},
    {"Pow", "4x100 4x100", "4x100", "", 400},
    {"SquaredDifference", "4x100 4x100", "4x100", "", 800},
    {"Less", "4x100 4x100", "4x100", "", 400},
    {"Sum", "2x3x4 1", "2x4", "", 16},
    {"Max", "2x30x4 1", "2x4", "", 232},
    {"Mean", "2x3x4 1", "2x4", "", 24},
    {"L2Loss", "10", "-", "", 29},
    {"BiasAdd", "8x14x14x64 64", "8x14x14x64", "", 100352},
    {"BiasAddGrad", "8x14x14x64", "64", "", 100288},
    {"AddN", "5x7 5x7 5x7", "5x7", "", 70},
    {"LSTMBlockCell", "8x20 8x16 8x16 36x64", "8x16", "", 39808},
    {"GRUBlockCell", "8x20 8x16 36x32 36x16", "8x16", "", 29824},
    {"ResourceApplyAdam", "- - - - - - - - - 1000", "", "", 12000},
    {"ResourceApplyGradientDescent", "- - 1000", "", "", 2000},
    {"ResourceApplyMomentum", "- - - 1000", "", "", 4000},
    {"ResourceApplyRMSProp", "- - - - - - - 1000", "", "", 11000},
    {"ResourceApplyAdagradV2", "- - - - 1000", "", "", 7000},
};

}  // namespace

TEST_CASE("float operations by type, shapes and attributes") {
  for (const FormulaCase& c : kCases) {
    INFO(c.type << " " << c.inputs << " " << c.attrs);
    const Count count = FormulaCall(c).Ask();
    REQUIRE(count.is_known());
    CHECK(count.value() == c.float_ops);
  }
}

}  // namespace tfprof
