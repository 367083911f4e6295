// SPDX-License-Identifier: Apache-2.0
#include "model/node_label.h"

#include <string>
#include <vector>

#include "model/step_line.h"
#include "support/catch.h"

namespace tfprof {

namespace {

std::vector<std::string> InputsOf(std::string_view label) {
  std::vector<std::string> inputs;
  std::string_view rest = ParseNodeLabel(label)->inputs;
  for (std::string_view input = NextInput(rest); !input.empty();
       input = NextInput(rest)) {
    inputs.emplace_back(input);
  }
  return inputs;
}

}  // namespace

TEST_CASE("a label tells the type and the inputs") {
  CHECK(ParseNodeLabel("a/b = MatMul(x, y:1, ^z)")->type == "MatMul");
  CHECK(InputsOf("a/b = MatMul(x, y:1, ^z)") ==
        std::vector<std::string>{"x", "y:1", "^z"});
  CHECK(InputsOf("[48B] [16B 2B] a = Add(x, y)") ==
        std::vector<std::string>{"x", "y"});
  CHECK(InputsOf("a = NoOp()").empty());
  CHECK(ParseNodeLabel("[x] = Op(a)")->type == "Op");
}

TEST_CASE("labels of kernels and copies say neither") {
  for (const std::string_view label :
       {"", "kernel", "MemcpyD2H size:4096 dest:0 async:1", "a = ", "a = Op",
        "a = Op(x", "a = (x)", "a b = Op(x)", " = Op(x)", "a = O p(x)",
        "[1B] [", "[1B"}) {
    CAPTURE(label);
    CHECK_FALSE(ParseNodeLabel(label));
  }
}

TEST_CASE("an input names a node and what it takes of it") {
  CHECK(ParseInputName("n").node == "n");
  CHECK(ParseInputName("n").slot == 0);
  CHECK(ParseInputName("n:12").node == "n");
  CHECK(ParseInputName("n:12").slot == 12);
  CHECK(ParseInputName("^n").node == "n");
  CHECK(ParseInputName("^n").slot == InputName::kControl);
  CHECK(ParseInputName("n:x").node == "n:x");
  CHECK(ParseInputName("n:").node == "n:");
  CHECK(ParseInputName("n:99999999999999999999").slot == INT32_MAX);
}

TEST_CASE("kernels are of the operation that their names begin with") {
  for (const std::string_view name :
       {"a/b", "a/b:MatMul", "a/b::sgemm", "a/b:MatMul::sgemm", "a/b@@sgemm::x",
        "edge_12_a/b"}) {
    CAPTURE(name);
    CHECK(NodeOfKernel(name) == "a/b");
  }
  for (const std::string_view name :
       {"edge_a", "edge_1_", "edge__a", "edge_"}) {
    CHECK(NodeOfKernel(name) == name);
  }
  CHECK(NodeOfExec("a/b:MatMul:x") == "a/b");
}

TEST_CASE("numbers of edges are cut off names") {
  CHECK(WithoutEdgeNumber("a/_12") == "a");
  for (const std::string_view name : {"a", "a/_", "a/_1x", "/_1", "a/1"}) {
    CHECK(WithoutEdgeNumber(name).empty());
  }
}

TEST_CASE("lines of step stats are told by their names") {
  const auto line = [](std::string_view device) {
    return ReadStepLine(device).line;
  };
  const std::string_view cpu = "/job:w/replica:0/task:1/device:CPU:0";
  CHECK(line(cpu) == StepLine::kOperations);
  CHECK(ReadStepLine(cpu).host == "/job:w/replica:0/task:1");
  CHECK(line("/job:w/replica:0/task:1/gpu:0") == StepLine::kOperations);
  CHECK(line("/job:w/replica:0/task:1/device:XLA_GPU:0") ==
        StepLine::kOperations);
  CHECK(line("/device:CPU:0") == StepLine::kOperations);
  CHECK(line("/cpu:0") == StepLine::kOperations);
  CHECK(line("/device:GPU:0/stream:14") == StepLine::kStream);
  CHECK(line("/device:GPU:0/stream:15<MemcpyD2H>") == StepLine::kStream);
  CHECK(ReadStepLine("/job:w/task:1/device:GPU:0/stream:1").gpu ==
        "/job:w/task:1/device:GPU:0");
  CHECK(ReadStepLine("/job:w/task:1/device:GPU:0/stream:1").host ==
        "/job:w/task:1");
  CHECK(line("/device:GPU:0/stream:all") == StepLine::kAllStreams);
  CHECK(line("/gpu:0/memcpy") == StepLine::kCopies);
  for (const std::string_view other :
       {"", "/", "/host:CPU", "CPU:0", "/device:GPU:0/sync", "/device:TPU:0",
        "/device:GPU:x", "/device:GPU:0/stream:", "stream:1"}) {
    CAPTURE(other);
    CHECK(line(other) == StepLine::kOther);
  }
}

}  // namespace tfprof
