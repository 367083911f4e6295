// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/op_attrs.h"

#include "support/catch.h"

namespace tfprof {

namespace {

OpAttrs With(std::string_view key, std::string_view text) {
  OpAttrs attrs;
  SetAttr(key, text, attrs);
  return attrs;
}

}  // namespace

TEST_CASE("switches are what their text says") {
  CHECK(With("transpose_a", "true").transpose_a);
  CHECK_FALSE(With("transpose_a", "false").transpose_a);
  CHECK(With("adj_x", "true").adj_x);
  CHECK(OpAttrs().is_training);
  CHECK_FALSE(With("is_training", "false").is_training);
}

TEST_CASE("a window is as large as the product of its sizes") {
  CHECK(With("ksize", "1,3,2,1").window == 6);
  CHECK_FALSE(With("ksize", "4294967296,4294967296").window);
}

TEST_CASE("fused operations add up, unknown ones count nothing") {
  const OpAttrs attrs = With("fused_ops", "BiasAdd,Relu6,New");
  CHECK(attrs.names_fused);
  CHECK(attrs.fused_per_element == 3);
  CHECK_FALSE(With("fused_ops", "").names_fused);
}

TEST_CASE("an activation is Relu, side inputs are those there are") {
  CHECK(With("activation_mode", "Relu").has_activation);
  CHECK_FALSE(With("activation_mode", "Identity").has_activation);
  CHECK(With("num_side_inputs", "1").has_side_input);
  CHECK_FALSE(With("num_side_inputs", "0").has_side_input);
}

}  // namespace tfprof
