// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/op_name.h"

#include <string>

#include <fmt/format.h>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string Parsed(std::string_view full) {
  constexpr const char* kKinds[] = {"none", "tf", "dataset", "jax", "copy"};
  const OpName op = ParseOpName(full);
  return fmt::format("{} {} {}", kKinds[static_cast<int>(op.kind)], op.name,
                     op.type);
}

}  // namespace

TEST_CASE("names of events say what operation ran") {
  CHECK(Parsed("model/dense/MatMul:MatMul") == "tf model/dense/MatMul MatMul");
  CHECK(Parsed("n>s/Op:_FusedMatMul") == "tf n>s/Op _FusedMatMul");
  CHECK(Parsed("Iterator::Prefetch::Map") ==
        "dataset Iterator::Prefetch::Map Dataset");
  CHECK(Parsed("jit(f)/dot_general:dot_general[dims=(1, 0)]") ==
        "jax jit(f)/dot_general dot_general");
  CHECK(Parsed("MEMCPYdtoh") == "copy MEMCPYdtoh MemcpyDToH");
}

TEST_CASE("a type that is missing is the last part of the name") {
  CHECK(Parsed("a/Add_1:") == "tf a/Add_1 Add");
  CHECK(Parsed("jit(f)/jit(main)/dot_general[x=1]:") ==
        "jax jit(f)/jit(main)/dot_general[x=1] dot_general");
  CHECK(Parsed(":") == "tf  ");
  CHECK(Parsed("a/3:") == "tf a/3 3");
}

TEST_CASE("what has no colon, or is no name, is no operation") {
  CHECK(Parsed("FunctionRun") == "none FunctionRun ");
  CHECK(Parsed("ExecutorState::Process") == "none ExecutorState::Process ");
  CHECK(Parsed("EagerLocalExecute: MatMul") ==
        "none EagerLocalExecute: MatMul ");
  CHECK(Parsed("MemcpyH2D") == "none MemcpyH2D ");
  CHECK(Parsed("/a:Op") == "none /a:Op ");
  CHECK(Parsed("a:b:c") == "none a:b:c ");
  CHECK(Parsed("") == "none  ");
}

}  // namespace tfprof
