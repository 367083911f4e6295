// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/graph_work.h"

#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

namespace {

NodeWork Find(const WorkReport& report, std::string_view node) {
  for (size_t row = 0; row < report.size(); ++row) {
    if (report[row].node == node) return report[row];
  }
  FAIL("no such node");
  return report[0];
}

// y = x w, whose input has rows that nobody knows.
Graph Product() {
  GraphMaker maker;
  maker.AddInputs({-1, 4}, {4, 3});
  maker.Add("y", "MatMul", {"x", "w"}, {});
  maker.Add("what", "Mystery", {"y"}, {});
  return maker.Finish();
}

}  // namespace

TEST_CASE("a node does what its formula says, with the shapes of the graph") {
  const auto report = WorkOfGraph(Product(), {{"x", {8, 4}}});
  REQUIRE(report);
  CHECK(report->is_of_graph);
  CHECK(report->steps == 1);
  const NodeWork product = Find(*report, "y");
  CHECK(product.float_ops == 2 * 8 * 4 * 3);
  CHECK(product.product_ops == 2 * 8 * 4 * 3);
  CHECK(product.is_product);
  CHECK(product.runs == 1);
  CHECK(product.source == "formula, shapes of the graph");
  // The most work first.
  CHECK((*report)[0].node == "y");
}

TEST_CASE("work that no shape tells is unknown, with the reason, not 0") {
  const auto report = WorkOfGraph(Product(), {});
  REQUIRE(report);
  const NodeWork product = Find(*report, "y");
  CHECK_FALSE(product.float_ops);
  CHECK_FALSE(product.product_ops);
  CHECK(product.is_product);
  CHECK(product.source.starts_with("none: "));
  CHECK_FALSE(Find(*report, "what").float_ops);
  CHECK(Find(*report, "x").source == "zero by definition");
  CHECK(Find(*report, "x").float_ops == 0);
}

TEST_CASE("the work of a loop's body is that of one iteration, and says so") {
  const std::vector<int64_t> square = {4, 4};
  NodeDetail shaped;
  shaped.shape = ShapeRecord{square};
  GraphMaker maker;
  maker.Add("x", "Placeholder", {}, shaped);
  maker.Add("a/while", "StatelessWhile", {"x"}, {});
  maker.Add("a/while/body/product", "MatMul", {"x", "x"}, {});
  maker.Add("a/body/product", "MatMul", {"x", "x"}, {});
  const auto report = WorkOfGraph(maker.Finish(), {});
  REQUIRE(report);
  CHECK(Find(*report, "a/while/body/product").float_ops == 2 * 4 * 4 * 4);
  CHECK(Find(*report, "a/while/body/product").source ==
        "formula, shapes of the graph, per iteration");
  CHECK(Find(*report, "a/body/product").source ==
        "formula, shapes of the graph");
}

TEST_CASE("a shape that contradicts the graph is refused") {
  CHECK_FALSE(WorkOfGraph(Product(), {{"x", {8, 5}}}));
}

TEST_CASE("a node that calls a function does what nobody knows") {
  const std::string_view callee[] = {"F"};
  const NamedAttr attr{"f", "F"};
  NodeDetail calls;
  calls.attrs = {&attr, 1};
  GraphBuilder builder;
  builder.BeginGraph({});
  builder.AddNode({.name = "call",
                   .op = "StatefulPartitionedCall",
                   .functions = callee,
                   .detail = &calls});
  const NodeDetail none;
  builder.AddNode({.name = "next", .op = "NextIteration", .detail = &none});
  builder.BeginFunction({.name = "F"});
  builder.AddFunctionNode({.name = "m", .op = "MatMul", .detail = &none});
  const Graph graph = std::move(builder.Finish()[0]);
  const auto report = WorkOfGraph(graph, {});
  REQUIRE(report);
  const NodeWork call = Find(*report, "call");
  CHECK(call.source == "none: it calls a function");
  CHECK_FALSE(call.float_ops);
  // There are products in functions, so this may be some of them.
  CHECK(call.is_product);
  CHECK(report->has_loops);
  // Nodes of functions are not those of the graph.
  CHECK(report->size() == 2);
}

}  // namespace tfprof
