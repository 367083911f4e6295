// SPDX-License-Identifier: Apache-2.0
// Sinks that pass on what they are given swallow nothing.
#include "analysis/inventory.h"
#include "model/forwarding_sink.h"
#include "model/tee_sink.h"
#include "support/catch.h"
#include "wire/intake/input_guard.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

// Also notes what LineSink has no line for.
class Witness final : public ForwardingSink {
 public:
  explicit Witness(LineSink& next)
      : ForwardingSink(next), lines_(next.lines) {}

  GraphDetail graph_detail() const override { return GraphDetail::kValues; }

  bool wants_output_shapes() const override { return true; }

  bool only_accounts() const override { return true; }

  bool wants_attrs() const override { return false; }

  void BeginGraph(const GraphRecord&) override { lines_.push_back("graph"); }

  void BeginFunction(const FunctionRecord& function) override {
    lines_.push_back(fmt::format("function {}", function.name));
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    lines_.push_back(fmt::format("function node {}", node.name));
  }

  void ExpectExec(std::string_view name) override {
    lines_.push_back(fmt::format("expect {}", name));
  }

 private:
  Lines& lines_;
};

class ChangesNothing final : public ForwardingSink {
 public:
  explicit ChangesNothing(DumpSink& next) : ForwardingSink(next) {}
};

// Every call of a sink, in an order that inputs could have.
void CallAll(DumpSink& sink) {
  sink.BeginGraph({});
  sink.AddNode({.name = "n", .op = "Add"});
  sink.BeginFunction({.name = "f"});
  sink.AddFunctionNode({.name = "m", .op = "Mul"});
  sink.AddString(7, "text");
  sink.SetHasCodeTraces();
  const FrameRecord frames[] = {{.file = "a.py"}, {.file = "b.py"}};
  const StackId first = sink.AddStack({frames, 1});
  const StackId second = sink.AddStack(frames);
  sink.AddOpLogEntry({.name = "n", .float_ops = 3, .stack = second});
  sink.AddOpLogEntry({.name = "m", .stack = first});
  sink.AddCheckpointName("n");
  sink.ExpectExec("n");
  sink.BeginStep(4);
  sink.BeginDevice("/cpu:0");
  sink.AddExec({.name = "n", .all_start_us = 9});
  sink.EndStep();
  sink.AddStoredStep(5);
  sink.AddStoredNode({.key = 1, .name = "n", .stack = second});
}

Lines Expected() {
  LineSink sink;
  Witness witness(sink);
  CallAll(witness);
  return sink.lines;
}

void CheckPassesAll(DumpSink& through, const LineSink& behind) {
  CHECK(through.graph_detail() == GraphDetail::kValues);
  CHECK(through.wants_output_shapes());
  CHECK(through.only_accounts());
  CHECK_FALSE(through.wants_attrs());
  CallAll(through);
  CHECK(behind.lines == Expected());
}

}  // namespace

TEST_CASE("what a sink does not name it passes on") {
  CHECK(Expected().size() >= 14);
  LineSink behind;
  Witness witness(behind);
  SECTION("one that changes nothing") {
    ChangesNothing through(witness);
    CheckPassesAll(through, behind);
  }
  SECTION("one that counts") {
    InventorySink through(witness);
    CheckPassesAll(through, behind);
    CHECK(through.counts().graph_nodes == 1);
  }
  SECTION("one that checks") {
    Diagnostics diagnostics;
    InputGuard through({}, witness, diagnostics);
    CheckPassesAll(through, behind);
  }
  SECTION("one that hands to several") {
    LineSink also_behind;
    // It has a stack already, so that their numbers differ.
    also_behind.AddStack({});
    Witness other(also_behind);
    TeeSink through({&witness, &other});
    CheckPassesAll(through, behind);
    CHECK(also_behind.lines == Expected());
  }
}

}  // namespace tfprof
