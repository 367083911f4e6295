// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/formulas.h"

#include <string>

#include "support/catch.h"
#include "support/formula_call.h"

namespace tfprof {

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

}  // namespace tfprof
