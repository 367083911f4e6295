// SPDX-License-Identifier: Apache-2.0
#include "recorded/event_words.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("the name of an event tells whether a compiler begins") {
  CHECK(ClassifyHostEvent("backend_compile").is_compile);
  CHECK(ClassifyHostEvent("PjRtCpuClient::CompileAndLoad").is_compile);
  CHECK(ClassifyHostEvent("GpuCompiler::RunHloPasses").is_compile);
  CHECK(ClassifyHostEvent("tf.function-graph_building").is_compile);
  CHECK_FALSE(ClassifyHostEvent("Compiler::Compile").is_compile);
  CHECK_FALSE(ClassifyHostEvent("$compiler.py:12 backend_compile").is_compile);
}

TEST_CASE("the name of an event tells whether it is the input pipeline") {
  CHECK(ClassifyHostEvent("Iterator::Prefetch").is_input);
  CHECK(ClassifyHostEvent("a/IteratorGetNext:IteratorGetNext").is_input);
  CHECK(ClassifyHostEvent("x:IteratorV2GetNextSync").is_input);
  CHECK(ClassifyHostEvent("EagerLocalExecute: OneShotIterator").is_input);
  CHECK_FALSE(ClassifyHostEvent("x:Iterator").is_input);
  CHECK_FALSE(ClassifyHostEvent("dense/MatMul:MatMul").is_input);
}

TEST_CASE("calls, ends and completions are told by their names") {
  CHECK(ClassifyHostEvent("PjitFunction(f)").is_jit_call);
  CHECK_FALSE(ClassifyHostEvent("PjitFunction(f").is_jit_call);
  CHECK(ClassifyHostEvent("FunctionRun").is_function_run);
  CHECK(ClassifyHostEvent("end: dot.3").is_end);
  CHECK(ClassifyHostEvent("f (wait for completion)").is_completion);
  CHECK(ClassifyHostEvent("ThreadpoolListener::Region").is_pool);
  CHECK(ClassifyHostEvent("$a.py:1 f").is_python);
  CHECK(ClassifyHostEvent("dense/MatMul:MatMul").is_operation);
}

}  // namespace tfprof
