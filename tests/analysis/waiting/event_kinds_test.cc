// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/event_kinds.h"

#include <string_view>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string_view ReasonOf(std::string_view name) {
  return WordsOf(ClassifyEvent(name).reason);
}

}  // namespace

TEST_CASE("the name of an event says what the thread is at") {
  CHECK(ReasonOf("backend_compile_and_load") == "compile");
  CHECK(ReasonOf("backend_compile twice") == "unknown");
  CHECK(ReasonOf("PjRtFooClient::CompileAndLoad") == "compile");
  CHECK(ReasonOf("Iterator::Prefetch::Map") == "input");
  CHECK(ReasonOf("Rendezvous") == "other_device");
  CHECK(ReasonOf("np.asarray(jax.Array)") == "host_read");
  CHECK(ReasonOf("CommonPjRtBuffer::Await") == "host_read");
  CHECK(ReasonOf("cuStreamSynchronize") == "host_read");
  CHECK(ReasonOf("hipExtModuleLaunchKernel") == "launch");
  CHECK(ReasonOf("cuMemAlloc") == "unknown");
  CHECK(ReasonOf("PjitFunction(step)") == "dispatch");
  CHECK(ReasonOf("ThunkExecutor::Execute") == "dispatch");
  CHECK(ReasonOf("ThunkExecutor::Execute (wait for completion)") == "unknown");
  CHECK(ReasonOf("load_batch") == "unknown");
  CHECK(ReasonOf("dense/MatMul:MatMul") == "unknown");
  CHECK(ClassifyEvent("dense/MatMul:MatMul").is_operation);
  CHECK_FALSE(ClassifyEvent("a b:MatMul").is_operation);
}

TEST_CASE("an event of the runtime is no annotation of the program") {
  CHECK(ClassifyEvent("Foo::Bar").is_runtime);
  CHECK(ClassifyEvent("MemoryAllocation").is_runtime);
  CHECK_FALSE(ClassifyEvent("load_batch").is_runtime);
  CHECK(ClassifyEvent("ThunkExecutor::Execute (wait for completion)").is_await);
  CHECK(ClassifyEvent("SessionRun").is_sync);
  CHECK(ClassifyEvent("TraceContext").is_marker);
}

TEST_CASE("a frame has a file, a line and a function") {
  const FrameName frame = ParseFrameName("$my train.py:12 Model.step 3");
  CHECK(frame.file == "my train.py");
  CHECK(frame.line == "12");
  CHECK(frame.function == "Model.step 3");
  CHECK(ParseFrameName("$builtins next").function.empty());
  CHECK(ParseFrameName("$:12 f").function.empty());
  CHECK(ParseFrameName("train.py:12 f").function.empty());
  CHECK(ReasonOf("$builtins next") == "input");
  CHECK(ReasonOf("$array.py:10 block_until_ready") == "host_read");
  CHECK(ReasonOf("$loader.py:7 __next__") == "input");
  CHECK(ReasonOf("$pjit.py:3 trace_to_jaxpr_dynamic") == "compile");
  CHECK(ReasonOf("$train.py:3 loop") == "unknown");
}

}  // namespace tfprof
