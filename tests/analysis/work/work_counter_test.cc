// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_counter.h"

#include <vector>

#include "analysis/work/flops_sections.h"
#include "analysis/work/roofline.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {
namespace {

using Shape = std::vector<int64_t>;

constexpr int32_t kFloat = 1;
constexpr int32_t kResource = 20;

// A step whose executions have outputs, then what is counted of it.
class WorkStep {
 public:
  explicit WorkStep(const Graph* graph = nullptr, LoggedFloatOps logged = {})
      : counter_(graph, std::move(logged)) {}

  // One after the other, 10 ns each. `call` is "MatMul(a, b)".
  void Add(const std::string& name, const std::string& call,
           const std::vector<Shape>& shapes = {}, int32_t dtype = kFloat) {
    const std::string label = name + " = " + call;
    std::vector<OutputRecord> outputs;
    for (const Shape& shape : shapes) {
      OutputRecord& output = outputs.emplace_back();
      output.slot = static_cast<int32_t>(outputs.size()) - 1;
      output.dtype = dtype;
      output.shape.dims = shape;
    }
    ExecRecord exec;
    exec.name = name;
    exec.label = label;
    exec.all_start_ns = StepMaker::kOrigin + now_;
    exec.op_end_rel_ns = exec.all_end_rel_ns = 10;
    exec.outputs = outputs;
    maker_.AddExec(exec);
    now_ += 10;
  }

  StepMaker& maker() { return maker_; }

  RanNodesSink& ran() { return ran_; }

  WorkReport Count() {
    const StepRecords records = maker_.Finish();
    const auto hosts = TasksByHost(records);
    REQUIRE(hosts.has_value());
    counter_.AddStep(*hosts, ran_);
    return counter_.Finish();
  }

 private:
  WorkCounter counter_;
  RanNodesSink ran_;
  StepMaker maker_{{.memory = false, .shapes = true}};
  int64_t now_ = 0;
};

const NodeWork& Of(const WorkReport& report, std::string_view node) {
  for (const NodeWork& work : report.nodes) {
    if (work.node == node) return work;
  }
  FAIL("no such node");
  return report.nodes[0];
}

TEST_CASE("an execution has the shapes of what was made for it") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("both", "Split()", {{9, 9}, {3, 4}});
  step.Add("m", "MatMul(a, both:1, ^a)", {{2, 4}});
  const WorkReport report = step.Count();
  const NodeWork& m = Of(report, "m");
  CHECK(m.float_ops == 2 * 2 * 3 * 4);
  CHECK(m.source == "formula, shapes of the run");
  CHECK(m.bytes == 4 * (2 * 3 + 3 * 4 + 2 * 4));
  CHECK(m.time_ns == 10);
  CHECK(Of(report, "a").float_ops == 0);
  CHECK(Of(report, "a").source == "zero by definition");
  CHECK(report.nodes[0].node == "m");  // most first
}

TEST_CASE("every turn of a loop counts with its own shapes") {
  WorkStep step;
  for (const int64_t n : {1, 2, 3}) {
    step.Add("a", "Identity()", {{n, 5}});
    step.Add("s", "Square(a)", {{n, 5}});
  }
  const WorkReport report = step.Count();
  const NodeWork& s = Of(report, "s");
  CHECK(s.runs == 3);
  CHECK(s.float_ops == 5 + 10 + 15);
}

TEST_CASE("one run whose shape is unknown leaves the node unknown") {
  WorkStep step;
  step.Add("a", "Identity()", {{4}});
  step.Add("s", "Square(a)", {{4}});
  step.Add("a", "Identity()");
  step.Add("s", "Square(a)", {{4}});
  const WorkReport report = step.Count();
  const NodeWork& s = Of(report, "s");
  CHECK(!s.float_ops);
  CHECK(!s.bytes);
  CHECK(s.source == "none: no shape of input 0");
}

TEST_CASE("an op log speaks where no formula does") {
  WorkStep step(nullptr, {{"mine", 7}, {"s", 1000}});
  step.Add("a", "Const()", {{4}});
  step.Add("mine", "Mine(a)", {{4}});
  step.Add("mine", "Mine(a)", {{4}});
  step.Add("s", "Square(a)", {{4}});
  step.Add("other", "Mine(a)", {{4}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "mine").float_ops == 14);
  CHECK(Of(report, "mine").source == "op log");
  CHECK(Of(report, "s").float_ops == 4);
  CHECK(!Of(report, "other").float_ops);
  CHECK(Of(report, "other").source == "none: no formula");
}

// A graph of nodes that GraphBuilder is told of.
class GraphMaker {
 public:
  GraphMaker() { builder_.BeginGraph({}); }

  void Add(const char* name, const char* op,
           const std::vector<std::string_view>& inputs, NodeDetail detail,
           const std::vector<ShapeRecord>& output_shapes = {}) {
    builder_.AddNode({.name = name,
                      .op = op,
                      .inputs = inputs,
                      .output_shapes = output_shapes,
                      .detail = &detail});
  }

  Graph Finish() { return std::move(builder_.Finish()[0]); }

 private:
  GraphBuilder builder_;
};

TEST_CASE("a shape that no execution tells is that of the graph") {
  const Shape weights = {3, 3, 3, 16}, variable = {16, 10},
              image = {1, 8, 8, 3};
  Constant constant;
  constant.is_decodable = true;
  constant.head.dims = weights;
  NodeDetail held, shaped;
  held.value = &constant;
  shaped.shape = ShapeRecord{variable};
  GraphMaker graph;
  graph.Add("w", "Const", {}, held);
  graph.Add("w/read", "Identity", {"w"}, {});
  graph.Add("v", "VarHandleOp", {}, shaped);
  graph.Add("v/read", "ReadVariableOp", {"v"}, {});
  graph.Add("x", "Placeholder", {}, {}, {ShapeRecord{image}});
  const Graph made = graph.Finish();
  WorkStep step(&made);
  step.Add("v", "VarHandleOp()", {{}}, kResource);
  step.Add("conv", "_MklNativeFusedConv2D(x, w/read)", {{1, 8, 8, 16}});
  step.Add("a", "Const()", {{2, 16}});
  step.Add("m", "MatMul(a, v)", {{2, 10}});
  step.Add("g", "SparseSoftmaxCrossEntropyWithLogits(v, a)", {{2}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "conv").float_ops == 2 * 8 * 8 * 16 * 27);
  CHECK(Of(report, "conv").source ==
        "formula, shapes of the run and the graph");
  CHECK(Of(report, "conv").remark == "without what is fused to it");
  // The handle's own shape is not that of the variable.
  CHECK(Of(report, "g").float_ops == 6 * 160);
}

TEST_CASE("attributes are those of the partition graph, then of the graph") {
  GraphMaker graph;
  const NamedAttr transposed{"transpose_a", "true"};
  NodeDetail detail;
  detail.attrs = {&transposed, 1};
  graph.Add("of_graph", "MatMul", {}, detail);
  graph.Add("of_both", "MatMul", {}, {});
  const Graph made = graph.Finish();
  WorkStep step(&made);
  step.ran().BeginGraph({GraphRecord::Origin::kPartition});
  step.ran().AddNode({.name = "of_both", .op = "MatMul", .detail = &detail});
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{2, 5}});
  step.Add("of_graph", "MatMul(a, b)", {{3, 5}});
  step.Add("of_both", "MatMul(a, b)", {{3, 5}});
  step.Add("of_none", "MatMul(a, b)", {{3, 5}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "of_graph").float_ops == 2 * 2 * 3 * 5);
  CHECK(Of(report, "of_both").float_ops == 2 * 2 * 3 * 5);
  CHECK(report.assumed_attrs == 1);
}

TEST_CASE("a node that launches kernels takes their time") {
  WorkStep step;
  step.maker().BeginDevice(StepMaker::kGpu);
  step.maker().Add("m", "Relu(a)", 0, 10);
  step.maker().BeginDevice(StepMaker::kStream);
  step.maker().AddLabelled("m:Relu", "", 20, 120, {});
  step.maker().AddLabelled("m:Relu", "", 130, 160, {});
  const WorkReport report = step.Count();
  REQUIRE(report.nodes.size() == 1);
  CHECK(report.nodes[0].time_ns == 130);
  CHECK(report.nodes[0].runs == 1);
}

std::vector<Cell> RowOf(const Section& section, std::string_view node) {
  for (const auto& row : std::get<Table>(section.block).rows) {
    if (row[0] == Cell(std::string(node))) return row;
  }
  FAIL("no such row");
  return {};
}

TEST_CASE("a roof is the lower of what computing and memory allow") {
  WorkStep step;
  step.Add("a", "Const()", {{1000}});
  step.Add("s", "Square(a)", {{1000}});
  step.Add("mine", "Mine(a)", {{1000}});
  const WorkReport report = step.Count();
  // 1000 operations over 8000 bytes in 10 ns.
  const auto rows = [&](double flops, double bytes) {
    return RooflineSectionsOf(report, {flops, bytes});
  };
  const auto memory = RowOf(rows(1e12, 1e11)[0], "s");
  CHECK(memory[8] == Cell(0.125));
  CHECK(memory[9] == Cell(int64_t{100'000'000'000}));
  CHECK(memory[10] == Cell(int64_t{800'000'000'000}));
  CHECK(memory[11] == Cell(std::string("memory")));
  CHECK(std::get<double>(memory[12]) == Approx(100e9 / (0.125 * 1e11)));
  const auto compute = RowOf(rows(1e10, 1e12)[0], "s");
  CHECK(compute[11] == Cell(std::string("compute")));
  CHECK(std::get<double>(compute[12]) == Approx(10));
  const auto unknown = RowOf(rows(1e10, 1e12)[0], "mine");
  CHECK(unknown[4] == Cell());
  CHECK(unknown[8] == Cell());
  CHECK(unknown[9] == Cell());
  const auto totals = std::get<Table>(rows(1, 1)[1].block).rows.at(0);
  CHECK(totals == std::vector<Cell>{int64_t{1000}, int64_t{30}, int64_t{20},
                                    20.0 / 30, int64_t{3}, int64_t{2}});
}

TEST_CASE("an estimate of which a part is unknown is unknown") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{3, 4}});
  step.Add("known", "MatMul(a, b)", {{2, 4}});
  step.Add("unknown", "MatMul(a, b)");
  step.Add("s", "Square(a)", {{2, 3}});
  const auto sections = FlopsSectionsOf(step.Count(), 2.0, 10);
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].notes[0] ==
        "FLOPs estimate: unknown for 1 of 2 nodes; 48 of the others");
  CHECK(sections[0].notes[1] == "FLOPs/second: unknown");
  CHECK(RowOf(sections[0], "unknown")[3] == Cell());
  CHECK(std::get<Table>(sections[1].block).rows.at(0) ==
        std::vector<Cell>{Cell(), Cell(), int64_t{2}, int64_t{1}});
}

TEST_CASE("an estimate is that of a run and of a second") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{3, 4}});
  step.Add("m", "MatMul(a, b)", {{2, 4}});
  const WorkReport report = step.Count();
  const auto sections = FlopsSectionsOf(report, 2.0, 10);
  CHECK(sections[0].notes[0] == "FLOPs estimate: 48");
  CHECK(std::get<Table>(sections[1].block).rows.at(0) ==
        std::vector<Cell>{int64_t{48}, int64_t{24'000'000}, int64_t{1},
                          int64_t{1}});
  // Without a length of the step there is no rate.
  const auto without = FlopsSectionsOf(report, 0, 10);
  CHECK(std::get<Table>(without[1].block).rows.at(0)[1] == Cell());
}

}  // namespace
}  // namespace tfprof
