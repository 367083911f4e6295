// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/defined_nodes.h"

#include <vector>

#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

namespace {

using Dims = std::vector<int64_t>;

// The dimensions of an output, {-9} if they are not known.
Dims ShapeIn(const Graph& graph, std::string_view node, int64_t output = 0) {
  const ShapeView shape = DefinedNodes(graph).ShapeOf(node, output);
  if (!shape.is_known()) return {-9};
  return {shape.dims.begin(), shape.dims.end()};
}

const Dims kUnknown = {-9};

}  // namespace

TEST_CASE("a shape is that of the output, of a value or of a variable") {
  const Dims first = {2, 3}, second = {4}, held = {5, 6}, stored = {7};
  Constant constant;
  constant.is_decodable = true;
  constant.head.dims = held;
  NodeDetail value, shaped;
  value.value = &constant;
  shaped.shape = ShapeRecord{stored};
  GraphMaker maker;
  maker.Add("split", "Split", {}, {},
            {ShapeRecord{first}, ShapeRecord{second}});
  maker.Add("const", "Const", {}, value);
  maker.Add("v", "VarHandleOp", {}, shaped);
  maker.Add("fill", "Fill", {}, shaped);
  const Graph graph = maker.Finish();
  CHECK(ShapeIn(graph, "split", 0) == first);
  CHECK(ShapeIn(graph, "split", 1) == second);
  CHECK(ShapeIn(graph, "split", 2) == kUnknown);
  CHECK(ShapeIn(graph, "split", -1) == kUnknown);
  CHECK(ShapeIn(graph, "const") == held);
  CHECK(ShapeIn(graph, "v") == stored);
  // The attribute has an unknown meaning on other operations.
  CHECK(ShapeIn(graph, "fill") == kUnknown);
  CHECK(ShapeIn(graph, "gone") == kUnknown);
}

TEST_CASE("nodes that pass their input on have its shape") {
  const Dims stored = {7};
  NodeDetail shaped;
  shaped.shape = ShapeRecord{stored};
  GraphMaker maker;
  maker.Add("v", "VariableV2", {}, shaped);
  maker.Add("read", "Identity", {"v"}, {});
  maker.Add("again", "StopGradient", {"read:0"}, {});
  maker.Add("neg", "Neg", {"v"}, {});
  maker.Add("control", "Identity", {"^v"}, {});
  maker.Add("a", "Identity", {"b"}, {});
  maker.Add("b", "Identity", {"a"}, {});
  const Graph graph = maker.Finish();
  CHECK(ShapeIn(graph, "again") == stored);
  CHECK(ShapeIn(graph, "neg") == kUnknown);
  CHECK(ShapeIn(graph, "control") == kUnknown);
  // A circle ends.
  CHECK(ShapeIn(graph, "a") == kUnknown);
}

TEST_CASE("nodes of functions are not those of the graph") {
  GraphBuilder builder;
  builder.BeginGraph({});
  const NodeDetail detail;
  builder.AddNode({.name = "a", .op = "Add", .detail = &detail});
  builder.BeginFunction({.name = "f"});
  builder.AddFunctionNode({.name = "a", .op = "Mul", .detail = &detail});
  builder.AddFunctionNode({.name = "b", .op = "Mul", .detail = &detail});
  const Graph graph = std::move(builder.Finish()[0]);
  const DefinedNodes nodes(graph);
  CHECK(nodes.TypeOf(nodes.Find("a")) == "Add");
  CHECK(nodes.Find("b") == DefinedNodes::kNone);
}

}  // namespace tfprof
