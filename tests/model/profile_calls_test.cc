// SPDX-License-Identifier: Apache-2.0
// Records of functions that run by themselves, under Rules::attribution.
#include <algorithm>
#include <string>
#include <vector>

#include "model/profile_builder.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// Nodes `f` and `g` call functions of those names. F has a MatMul, a Tanh and
// a loop with a PyFunc that reads the Tanh; G a MatMul, a Relu and a loop with
// a PyFunc that reads the Relu. `outer` calls a function that calls F in its
// node `inner`, and `again` calls F.
struct Dump {
  explicit Dump(const Rules& rules = kCorrectedRules)
      : builder(rules, diagnostics) {
    Node("f", "StatefulPartitionedCall", {"F"});
    Node("g", "StatefulPartitionedCall", {"G"});
    Node("outer", "PartitionedCall", {"Outer"});
    Node("again", "StatefulPartitionedCall", {"F"});
    Node("loop", "While", {"FBody", "FCond"});
    Node("Tanh", "Tanh", {});
    int line = 1;
    for (const char* name : {"f", "g", "outer", "again"}) {
      const FrameRecord frames[] = {
          {.file = "train.py", .function = "main", .line = line++}};
      builder.AddOpLogEntry({.name = name, .stack = builder.AddStack(frames)});
    }
    Function("F", {{"MatMul", "MatMul", {}},
                   {"Tanh", "Tanh", {}},
                   {"while", "While", {"FBody", "FCond"}}});
    Function("FBody", {{"Tanh", "Tanh", {}}, {"PyFunc", "PyFunc", {}}});
    Function("FCond", {{"Less", "Less", {}}});
    Function("G", {{"MatMul", "MatMul", {}},
                   {"Relu", "Relu", {}},
                   {"while", "While", {"GBody", "FCond"}}});
    Function("GBody", {{"Relu", "Relu", {}}, {"PyFunc", "PyFunc", {}}});
    Function("Outer", {{"inner", "StatefulPartitionedCall", {"F"}},
                       {"Neg", "Neg", {}}});
    builder.BeginStep(0);
    Device("/job:a/replica:0/task:0/device:CPU:0");
  }

  struct NodeOf {
    const char* name;
    const char* op;
    std::vector<std::string_view> functions;
  };

  void Node(const char* name, const char* op,
            const std::vector<std::string_view>& functions) {
    builder.AddNode({.name = name, .op = op, .functions = functions});
  }

  void Function(const char* name, const std::vector<NodeOf>& nodes) {
    const std::string_view values[] = {"x", "identity"};
    builder.BeginFunction({.name = name, .values = values});
    for (const NodeOf& node : nodes) {
      builder.AddFunctionNode(
          {.name = node.name, .op = node.op, .functions = node.functions});
    }
  }

  void Device(std::string_view device) { builder.BeginDevice(device); }

  void Exec(std::string_view name, int64_t begin, int64_t end,
            std::string_view type_and_inputs) {
    const std::string label =
        std::string(name) + " = " + std::string(type_and_inputs);
    builder.AddExec({.name = name,
                     .all_start_us = begin,
                     .op_end_rel_us = end - begin,
                     .label = label});
  }

  // Names and times of what ran, without those of the calls of the graph.
  std::vector<std::string> Finish() {
    builder.EndStep();
    auto profile = builder.Finish();
    REQUIRE(profile);
    std::vector<std::string> rows;
    const NodeStepTable& ran = profile->node_steps;
    for (size_t row = 0; row < ran.size(); ++row) {
      const std::string name(profile->NameOf(ran.node[row]));
      if (profile->nodes.op[ran.node[row].value] ==
              profile->strings.Find("StatefulPartitionedCall") &&
          name.find('/') == std::string::npos) {
        continue;
      }
      rows.push_back(name + " " + std::to_string(ran.cpu_us[row]));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  Diagnostics diagnostics;
  ProfileBuilder builder;
};

using Rows = std::vector<std::string>;

constexpr const char* kCall = "StatefulPartitionedCall(x)";

}  // namespace

TEST_CASE("a node of a function is the call's that lasts around it") {
  Dump dump;
  dump.Exec("MatMul", 110, 120, "_MklMatMul(x, y)");
  dump.Exec("MatMul", 210, 225, "_MklMatMul(x, y)");
  dump.Exec("MatMul", 310, 311, "MatMul(x, y)");
  dump.Exec("f", 100, 190, kCall);
  dump.Exec("g", 200, 290, kCall);
  CHECK(dump.Finish() == Rows{"MatMul 1", "f/MatMul 10", "g/MatMul 15"});
}

TEST_CASE("of two calls at a time it is the one whose function has the node") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("g", 101, 201, kCall);
  dump.Exec("while/body/_1/Relu", 110, 111, "Relu(x)");
  dump.Exec("while/body/_1/Tanh", 110, 112, "Tanh(x)");
  dump.Exec("while/body/_1/PyFunc", 120, 123, "PyFunc(while/body/_1/Relu)");
  dump.Exec("while/body/_1/PyFunc", 120, 124, "PyFunc(while/body/_1/Tanh:0)");
  CHECK(dump.Finish() ==
        Rows{"f/while/body/_1/PyFunc 4", "f/while/body/_1/Tanh 2",
             "g/while/body/_1/PyFunc 3", "g/while/body/_1/Relu 1"});
}

TEST_CASE("a call runs a node once, so what is left is another call's") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("again", 101, 301, kCall);
  dump.Exec("Tanh", 110, 120, "Tanh(MatMul)");
  dump.Exec("Tanh", 115, 220, "Tanh(MatMul)");
  dump.Exec("MatMul", 102, 103, "MatMul(x, y)");
  dump.Exec("MatMul", 104, 106, "MatMul(x, y)");
  CHECK(dump.Finish() == Rows{"MatMul 3", "again/Tanh 105", "f/Tanh 10"});
}

TEST_CASE("where both may have run it, it is not said whose it is") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("again", 101, 301, kCall);
  dump.Exec("while/body/_1/PyFunc", 110, 120, "PyFunc(while/body/_1/Tanh)");
  dump.Exec("while/body/_1/PyFunc", 190, 220, "PyFunc(while/body/_1/Tanh)");
  CHECK(dump.Finish() ==
        Rows{"again/while/body/_1/PyFunc 30", "while/body/_1/PyFunc 10"});
}

TEST_CASE("calls inside of functions have what they run") {
  Dump dump;
  dump.Exec("MatMul", 120, 121, "MatMul(x, y)");
  dump.Exec("Neg", 125, 127, "Neg(inner)");
  dump.Exec("inner", 110, 130, kCall);
  dump.Exec("Neg", 131, 134, "Neg(inner)");
  dump.Exec("outer", 100, 200, "PartitionedCall(x)");
  CHECK(dump.Finish() == Rows{"outer 100", "outer/Neg 5", "outer/inner 20",
                              "outer/inner/MatMul 1"});
}

TEST_CASE("a loop that was put in place runs nothing itself") {
  Dump dump;
  dump.Exec("loop/body/_3/PyFunc", 110, 115, "PyFunc(loop/body/_3/Tanh)");
  dump.Exec("loop", 100, 200, "NoOp(^loop/exit/_1)");
  dump.Exec("Less", 120, 121, "Less(a, b)");
  CHECK(dump.Finish() == Rows{"Less 1", "loop 100", "loop/body/_3/PyFunc 5"});
}

TEST_CASE("a node of the graph stays its own while a call runs") {
  Dump dump;
  dump.Exec("g", 100, 200, kCall);
  dump.Exec("Tanh", 110, 117, "Tanh(a)");
  CHECK(dump.Finish() == Rows{"Tanh 7"});
}

TEST_CASE("what was made for a function is the call's, too") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("x", 101, 102, "_Arg()");
  dump.Exec("identity_retval_RetVal", 103, 105, "_Retval(Tanh)");
  dump.Exec("while/enter/_7", 106, 109, "Enter(x)");
  dump.Exec("ConstantFolding/1", 110, 114, "Const()");
  dump.Exec("_retval_Tanh_0_0", 300, 305, "_Retval(Tanh)");
  CHECK(dump.Finish() == Rows{"_retval_Tanh_0_0 5", "f/ConstantFolding/1 4",
                              "f/identity_retval_RetVal 2",
                              "f/while/enter/_7 3", "f/x 1"});
}

TEST_CASE("a kernel is of the call that its operations are of") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("g", 201, 300, kCall);
  dump.Exec("MatMul", 110, 111, "MatMul(x, y)");
  dump.Exec("Relu", 210, 211, "Relu(x)");
  dump.Device("/device:GPU:0/stream:all");
  dump.Exec("MatMul:MatMul", 205, 255, "gemm");
  dump.Exec("Relu:Relu", 400, 402, "relu");
  CHECK(dump.Finish() == Rows{"f/MatMul 1", "g/Relu 1"});
}

TEST_CASE("calls of one host have nothing of another's") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Device("/job:a/replica:0/task:1/device:CPU:0");
  dump.Exec("MatMul", 110, 114, "MatMul(x, y)");
  CHECK(dump.Finish() == Rows{"MatMul 4"});
}

TEST_CASE("with hundreds of calls at a time nothing is said of their nodes") {
  Dump dump;
  for (int i = 0; i < 200; ++i) dump.Exec("f", 100 + i, 1000, kCall);
  dump.Exec("MatMul", 500, 504, "MatMul(x, y)");
  CHECK(dump.Finish() == Rows{"MatMul 4"});
}

TEST_CASE("the reference's rules know nothing of calls") {
  Dump dump(kReferenceRules);
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("MatMul", 110, 114, "MatMul(x, y)");
  CHECK(dump.Finish() == Rows{"MatMul 4"});
}

TEST_CASE("a step that is cut loses nothing") {
  Dump dump;
  dump.Exec("f", 100, 200, kCall);
  dump.Exec("MatMul", 110, 114, "MatMul(x, y)");
  auto profile = dump.builder.Finish();
  REQUIRE(profile);
  CHECK(profile->FindNode("f/MatMul").valid());
}

}  // namespace tfprof
