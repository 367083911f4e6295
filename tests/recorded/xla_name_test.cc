// SPDX-License-Identifier: Apache-2.0
#include "recorded/xla_name.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("the part jit(main) is cut behind the program's own part only") {
  CHECK(WithoutJitMain("jit(f)/jit(main)/dot") == "jit(f)/dot");
  CHECK(WithoutJitMain("pmap(f)/jit(main)") == "pmap(f)");
  CHECK(WithoutJitMain("jit(f)/a/jit(main)/dot") == "jit(f)/a/jit(main)/dot");
  CHECK(WithoutJitMain("f/jit(main)/dot") == "f/jit(main)/dot");
  CHECK(WithoutJitMain("jit(f)/jit(main)x/dot") == "jit(f)/jit(main)x/dot");
}

TEST_CASE("names of several releases of JAX have one canonical name") {
  CHECK(CanonicalName("jit(f)/jit(main)/dot_general[a=(1, 2)]") ==
        "jit(f)/dot_general");
  CHECK(CanonicalName("jit(f)/jvp(a)/transpose(jvp(b))/mul") ==
        "jit(f)/a/transpose(b)/mul");
  CHECK(CanonicalName("jit(f)/transpose(while)/body") ==
        "jit(f)/transpose()/while/body");
  CHECK(CanonicalName("jit(f)/closed_call//add") == "jit(f)/add");
  CHECK(CanonicalName("jvp(jvp(g(x)))") == "g(x)");
  CHECK(CanonicalName("jit(f/g)/a") == "jit(f/g)/a");
}

TEST_CASE("the primitive is the last part of a path if it is a single word") {
  CHECK(PrimitiveOf("jit(f)/dot_general[x=1/2]") == "dot_general");
  CHECK(PrimitiveOf("jit(f)") == "");
  CHECK(PrimitiveOf("a/reduce-window.3") == "reduce-window.3");
  CHECK(PrimitiveOf("a/3x") == "");
}

TEST_CASE("an opcode wins over the name of what XLA folded into it") {
  CHECK(HasForeignName("dot", "transpose"));
  CHECK_FALSE(HasForeignName("dot", "dot_general"));
  CHECK(HasForeignName("all-reduce-start", "add"));
  CHECK_FALSE(HasForeignName("all-reduce", "psum_invariant"));
}

TEST_CASE("names of TensorFlow have a name and a type") {
  const auto named = ParseFrameworkName("dense/MatMul_1:MatMul#id=3#");
  REQUIRE(named.has_value());
  CHECK(named->name == "dense/MatMul_1");
  CHECK(named->type == "MatMul");
  CHECK_FALSE(ParseFrameworkName("dense/MatMul").has_value());
  CHECK_FALSE(ParseFrameworkName("_a:MatMul").has_value());
  CHECK_FALSE(ParseFrameworkName("a:matmul").has_value());
  CHECK_FALSE(ParseFrameworkName("XlaModule:").has_value());
}

}  // namespace tfprof
