// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "analysis/work/formulas.h"
#include "support/catch.h"
#include "support/formula_call.h"

namespace tfprof {

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
  const FormulaCase fused{"_FusedConv2D", "1x32x32x3 3x3x3x16 16", "1x32x32x16",
                          "fused_ops=BiasAdd,Relu6", 0};
  CHECK(FormulaCall(fused).Ask().value() ==
        2 * 32 * 32 * 16 * 27 + 3 * 32 * 32 * 16);
  CHECK(FormulaCall(fused).Remark().empty());
  FormulaCase unnamed = fused;
  unnamed.attrs = "";
  CHECK(FormulaCall(unnamed).Remark() == "without what is fused to it");
  unnamed.type = "_MklNativeConv2D";
  CHECK(FormulaCall(unnamed).Remark().empty());
}

}  // namespace tfprof
