// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_summary.h"

#include <string>
#include <vector>

#include "base/strings.h"
#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

namespace {

std::string Text(const GraphSummary& summary) {
  StringWriter writer;
  TextOutput out(writer);
  REQUIRE(RenderSummary(summary, out));
  return writer.text();
}

// x, a placeholder of floats, and y, which reads it.
Graph TwoNodes(const std::vector<int64_t>& dims) {
  NodeDetail detail;
  detail.dtype = 1;
  detail.shape = ShapeRecord{dims};
  GraphMaker maker;
  maker.Add("x", "Placeholder", {}, detail);
  maker.Add("y", "Neg", {"x:0", "^x"}, {});
  return maker.Finish();
}

}  // namespace

TEST_CASE("a digest names inputs and outputs, counts and the command") {
  const Graph graph = TwoNodes({2, -1});
  GraphSummary summary;
  summary.graph = &graph;
  summary.path = "g.pb";
  summary.inputs = {0};
  summary.outputs = {1};
  summary.const_parameters = 1500;
  summary.control_edges = 1;
  summary.op_counts = {{"Neg", 2}, {"Placeholder", 1}};
  CHECK(Text(summary) ==
        "Found 1 possible inputs: (name=x, type=float(1), shape=[2,?]) \n"
        "No variables spotted.\n"
        "Found 1 possible outputs: (name=y, op=Neg) \n"
        "Found 1500 (1.50k) const parameters, 0 (0) variable parameters, and 1 "
        "control_edges\n"
        "Op types used: 2 Neg, 1 Placeholder\n"
        "To use with tensorflow/tools/benchmark:benchmark_model try these "
        "arguments:\nbazel run tensorflow/tools/benchmark:benchmark_model -- "
        "--graph=g.pb --show_flops --input_layer=x --input_layer_type=float "
        "--input_layer_shape=2,-1 --output_layer=y\n");
}

TEST_CASE("an input that does not exist ends a digest that is not whole") {
  const Graph graph = TwoNodes({2});
  GraphSummary summary;
  summary.graph = &graph;
  summary.missing = {{1, "gone"}};
  const std::string text = Text(summary);
  CHECK(text.ends_with("Invalid input gone for node y\n"));
  summary.is_whole = true;
  CHECK(Contains(Text(summary), "Op types used: "));
}

TEST_CASE("devices end their lines in a whole digest only") {
  const Graph graph = TwoNodes({2});
  GraphSummary summary;
  summary.graph = &graph;
  summary.nodes_of_device = {{"/cpu:0", 2}};
  CHECK(Contains(Text(summary), "2 nodes assigned to device '/cpu:0'Op types"));
  summary.is_whole = true;
  CHECK(Contains(Text(summary),
                 "2 nodes assigned to device '/cpu:0'\nOp types"));
}

TEST_CASE("the order of execution shows inputs and the values of constants") {
  Constant constant;
  constant.is_decodable = true;
  constant.elements = 1;
  constant.head.dtype = 9;
  constant.head.values = std::vector<int64_t>{7};
  NodeDetail detail;
  detail.value = &constant;
  GraphMaker maker;
  maker.Add("c", "Const", {}, detail);
  maker.Add("n", "Neg", {"c:0", "^c"}, {});
  const Graph graph = maker.Finish();
  GraphSummary summary;
  summary.graph = &graph;
  summary.has_structure = true;
  summary.structure = {0, 1};
  CHECK(Text(summary).ends_with(
      "c (Const): [], value=Tensor<type: int64 shape: [] values: 7>\n"
      "n (Neg): [c:0, ^c]\n"));
  // Nodes in a circle have no place in any order.
  summary.in_cycles = 1;
  CHECK_FALSE(Contains(Text(summary), "n (Neg): "));
}

}  // namespace tfprof
