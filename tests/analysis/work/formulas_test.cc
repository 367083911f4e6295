// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/formulas.h"

#include <list>
#include <string>
#include <vector>

#include "base/strings.h"
#include "support/catch.h"

namespace tfprof {
namespace {

struct Case {
  std::string type;
  std::string inputs;  // "2x3 4 - ?": two dimensions, one, a scalar, unknown
  std::string outputs;
  std::string attrs;  // "ksize=1,3,3,1"
  int64_t float_ops = 0;
};

class Call {
 public:
  explicit Call(const Case& of)
      : type_(of.type), inputs_(Parse(of.inputs)), outputs_(Parse(of.outputs)) {
    for (const std::string& attr : SplitNonEmpty(of.attrs, ' ')) {
      const size_t equals = attr.find('=');
      SetAttr(attr.substr(0, equals), attr.substr(equals + 1), attrs_);
    }
  }

  Count Ask() const {
    return FloatOpsOf(FindFormula(type_), type_, {inputs_, outputs_, attrs_});
  }

  std::string_view Remark() const {
    return RemarkOf(*FindFormula(type_), type_, attrs_);
  }

 private:
  std::vector<ShapeView> Parse(const std::string& shapes) {
    std::vector<ShapeView> views;
    for (const std::string& shape : SplitNonEmpty(shapes, ' ')) {
      std::vector<int64_t>& dims = dims_.emplace_back();
      if (shape != "-" && shape != "?") {
        for (const std::string& dim : SplitNonEmpty(shape, 'x')) {
          dims.push_back(dim == "?" ? -1 : *ParseInt64(dim));
        }
      }
      views.push_back({dims, shape != "?"});
    }
    return views;
  }

  std::string type_;
  std::list<std::vector<int64_t>> dims_;
  std::vector<ShapeView> inputs_;
  std::vector<ShapeView> outputs_;
  OpAttrs attrs_;
};

Count FloatOps(const std::string& type, const std::string& inputs,
               const std::string& outputs, const std::string& attrs = "") {
  return Call({type, inputs, outputs, attrs}).Ask();
}

std::string Why(const std::string& type, const std::string& inputs,
                const std::string& outputs, const std::string& attrs = "") {
  const Count count = FloatOps(type, inputs, outputs, attrs);
  REQUIRE(!count.is_known());
  return count.why();
}

// The shapes are those of programs that XLA counted, too: all but those for
// which docs/insight.md names a convention of its own agree with it.
const Case kCases[] = {
    {"MatMul", "25x16 16x9", "25x9", "", 7200},
    {"MatMul", "16x25 16x9", "25x9", "transpose_a=true", 7200},
    {"BatchMatMulV2", "4x8x32 4x32x16", "4x8x16", "", 32768},
    {"BatchMatMulV2", "4x8x32 4x8x16", "4x32x16", "adj_x=true", 32768},
    {"Einsum", "4x8x32 4x32x16", "?", "equation=bij,bjk->bik", 32768},
    {"Einsum", "2x16x4x8 2x12x4x8", "?", "equation=bqhd,bkhd->bhqk", 24576},
    {"Einsum", "2x4x16x12 2x12x4x8", "?", "equation=bhqk,bkhd->bqhd", 24576},
    {"Einsum", "3x5x7 7x11", "?", "equation=abc,cd->abd", 2310},
    {"Einsum", "6x7 6x7", "?", "equation=ij,ij->", 84},
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

TEST_CASE("float operations by type, shapes and attributes") {
  for (const Case& c : kCases) {
    INFO(c.type << " " << c.inputs << " " << c.attrs);
    const Count count = Call(c).Ask();
    REQUIRE(count.is_known());
    CHECK(count.value() == c.float_ops);
  }
}

TEST_CASE("a fused type counts as the one it is made of") {
  const std::string shapes[] = {"1x32x32x3 3x3x3x16 16", "1x32x32x16"};
  const int64_t base = 2 * 32 * 32 * 16 * 27;
  for (const std::string type :
       {"_MklNativeFusedConv2D", "_MklFusedConv2D", "_FusedConv2D",
        "_NativeFusedConv2D", "_MklNativeConv2D", "_MklConv2D", "Conv2D"}) {
    INFO(type);
    CHECK(FloatOps(type, shapes[0], shapes[1]).value() == base);
  }
  CHECK(FloatOps("_MklSoftmax", "4x10", "4x10").value() == 200);
}

TEST_CASE("what is fused counts where the graph names it") {
  const Case fused{"_FusedConv2D", "1x32x32x3 3x3x3x16 16", "1x32x32x16",
                   "fused_ops=BiasAdd,Relu6", 0};
  CHECK(Call(fused).Ask().value() == 2 * 32 * 32 * 16 * 27 + 3 * 32 * 32 * 16);
  CHECK(Call(fused).Remark().empty());
  Case unnamed = fused;
  unnamed.attrs = "";
  CHECK(Call(unnamed).Remark() == "without what is fused to it");
  unnamed.type = "_MklNativeConv2D";
  CHECK(Call(unnamed).Remark().empty());
}

TEST_CASE("batch normalization with an activation and an input that is added") {
  const std::string shapes[] = {"8x4x4x16 16 16 16 16", "8x4x4x16"};
  const int64_t n = 8 * 4 * 4 * 16;
  CHECK(FloatOps("_FusedBatchNormEx", shapes[0], shapes[1],
                 "is_training=false activation_mode=Relu num_side_inputs=1")
            .value() == 2 * n + 6 * 16 + 2 * n);
}

TEST_CASE("an unknown count says what is missing, and is not 0") {
  CHECK(Why("MatMul", "? 3x4", "2x4") == "no shape of input 0");
  CHECK(Why("MatMul", "2x3 3x4", "?x4") == "no shape of output 0");
  CHECK(Why("MatMul", "2x3", "") == "no shape of output 0");
  CHECK(Why("MatMul", "3", "2x4") == "a shape of another rank");
  CHECK(Why("Conv2D", "? ?", "?") == "no shape of output 0");
  CHECK(Why("MaxPool", "1x4x4x1", "1x2x2x1") == "no attribute ksize");
  CHECK(Why("MyOp", "1", "1") == "no formula");
  CHECK(Why("Einsum", "2 2 2", "2", "equation=i,i,i->i") ==
        "more than two inputs");
  CHECK(Why("Square", "4294967296x4294967296", "?") ==
        "more than can be counted");
  CHECK(FloatOps("Reshape", "?", "?").value() == 0);
}

TEST_CASE("an Einsum broadcasts what its dots stand for") {
  CHECK(
      FloatOps("Einsum", "5x1x8x32 4x32x16", "?", "equation=...ij,...jk->...ik")
          .value() == 2 * 5 * 4 * 8 * 32 * 16);
  CHECK(FloatOps("Einsum", "3x4", "?", "equation=ij->ji").value() == 0);
  CHECK(FloatOps("Einsum", "3x4", "?", "equation=ij->i").value() == 12 - 3);
  CHECK(FloatOps("Einsum", "3x4 3", "?", "equation=ij,i->ij").value() == 12);
  // j is summed up before the product.
  CHECK(FloatOps("Einsum", "3x4 3", "?", "equation=ij,i->i").value() ==
        12 - 3 + 3);
  CHECK(FloatOps("Einsum", "- 3", "?", "equation=,i->i").value() == 3);
}

TEST_CASE("products of the forward pass are what benchmark_model counts") {
  for (const std::string type :
       {"Conv2D", "MatMul", "DepthwiseConv2dNative", "_MklNativeFusedMatMul"}) {
    CHECK(FindFormula(type)->is_of_benchmark_model);
  }
  for (const std::string type :
       {"Conv2DBackpropInput", "BatchMatMulV2", "Add"}) {
    CHECK(!FindFormula(type)->is_of_benchmark_model);
  }
}

}  // namespace
}  // namespace tfprof
