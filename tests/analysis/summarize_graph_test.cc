// SPDX-License-Identifier: Apache-2.0
#include "analysis/summarize_graph.h"

#include <string>
#include <string_view>
#include <vector>

#include "model/rules.h"
#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

namespace {

using Names = std::vector<std::string>;

Names NamesOf(const Graph& graph, const std::vector<uint32_t>& nodes) {
  Names names;
  for (const uint32_t node : nodes) names.emplace_back(graph.NameOf(node));
  return names;
}

struct Digest {
  explicit Digest(GraphMaker& maker, const Rules& rules = kReferenceRules,
                  bool with_structure = true)
      : graph(maker.Finish()),
        summary(
            SummarizeGraph(graph, "g", with_structure, rules, diagnostics)) {}

  Names Structure() const { return NamesOf(graph, summary.structure); }

  Diagnostics diagnostics;
  Graph graph;
  GraphSummary summary;
};

constexpr Rules kWholeDigest = [] {
  Rules rules = kReferenceRules;
  rules.whole_digest = true;
  return rules;
}();

}  // namespace

TEST_CASE("inputs are placeholders, outputs are what nobody reads") {
  GraphMaker maker;
  maker.Add("x", "Placeholder", {}, {});
  maker.Add("y", "Neg", {"x"}, {});
  maker.Add("unused", "Placeholder", {}, {});
  maker.Add("z", "Neg", {"y:1"}, {});
  maker.Add("w", "Neg", {"^y"}, {});
  for (const char* op : {"Const", "Assign", "NoOp"}) maker.Add(op, op, {}, {});
  const Digest digest(maker);
  CHECK(NamesOf(digest.graph, digest.summary.inputs) == Names{"x", "unused"});
  CHECK(NamesOf(digest.graph, digest.summary.outputs) == Names{"z", "w"});
  CHECK(digest.summary.control_edges == 1);
}

TEST_CASE("constants count their values, those that do not say theirs warn") {
  Constant six;
  six.is_decodable = true;
  six.elements = 6;
  NodeDetail detail;
  detail.value = &six;
  GraphMaker maker;
  maker.Add("a", "Const", {}, detail);
  maker.Add("b", "Const", {}, detail);
  maker.Add("c", "Const", {}, {});
  const Digest digest(maker);
  CHECK(digest.summary.const_parameters == 12);
  CHECK(digest.summary.constants.size() == 3);
  CHECK(digest.diagnostics.Lines().size() == 1);
}

TEST_CASE("a whole digest counts variables by their shapes, resources too") {
  const std::vector<int64_t> dims = {3, 5};
  NodeDetail shaped;
  shaped.shape = ShapeRecord{dims};
  const auto make = [&] {
    GraphMaker maker;
    maker.Add("v", "VariableV2", {}, shaped);
    maker.Add("r", "VarHandleOp", {}, shaped);
    maker.Add("open", "VariableV2", {}, {});
    return maker;
  };
  GraphMaker whole_graph = make();
  const Digest whole(whole_graph, kWholeDigest);
  CHECK(whole.summary.variable_parameters == 30);
  CHECK(whole.summary.variables.size() == 3);
  GraphMaker reference_graph = make();
  const Digest reference(reference_graph);
  CHECK(reference.summary.variable_parameters == 0);
  CHECK(reference.summary.variables.size() == 2);
}

TEST_CASE("inputs that no node makes are listed with who reads them") {
  GraphMaker maker;
  maker.Add("a", "Neg", {"gone:1", "^lost"}, {});
  const Digest digest(maker);
  REQUIRE(digest.summary.missing.size() == 2);
  CHECK(digest.summary.missing[0].name == "gone");
  CHECK(digest.summary.missing[1].name == "lost");
  // Then there is no order of execution, but in a whole digest.
  CHECK(digest.summary.IsCutShort());
  CHECK(digest.Structure().empty());
}

TEST_CASE("ops are counted in functions, too, the most frequent first") {
  GraphBuilder builder;
  builder.BeginGraph({});
  const NodeDetail detail;
  builder.AddNode({.name = "a", .op = "Add", .detail = &detail});
  builder.AddNode({.name = "b", .op = "Mul", .detail = &detail});
  builder.BeginFunction({.name = "f"});
  builder.AddFunctionNode({.name = "c", .op = "Mul", .detail = &detail});
  const Graph graph = std::move(builder.Finish()[0]);
  Diagnostics diagnostics;
  const GraphSummary summary =
      SummarizeGraph(graph, "g", false, kReferenceRules, diagnostics);
  REQUIRE(summary.op_counts.size() == 2);
  CHECK(summary.op_counts[0].op == "Mul");
  CHECK(summary.op_counts[0].count == 2);
  CHECK(summary.op_counts[1].count == 1);
}

TEST_CASE("the order of execution takes the node that came ready last") {
  GraphMaker maker;
  maker.Add("a", "Placeholder", {}, {});
  maker.Add("b", "Placeholder", {}, {});
  maker.Add("sum", "Add", {"a", "b"}, {});
  maker.Add("neg", "Neg", {"b"}, {});
  const Digest digest(maker);
  CHECK(digest.Structure() == Names{"b", "neg", "a", "sum"});
}

TEST_CASE("one data input of a Merge is enough, a circle is never done") {
  GraphMaker loop;
  loop.Add("start", "Placeholder", {}, {});
  loop.Add("merge", "Merge", {"start", "next"}, {});
  loop.Add("next", "NextIteration", {"merge"}, {});
  const Digest ends(loop);
  CHECK(ends.Structure() == Names{"start", "merge", "next"});
  CHECK(ends.summary.in_cycles == 0);
  GraphMaker circle;
  circle.Add("a", "Neg", {"b"}, {});
  circle.Add("b", "Neg", {"a"}, {});
  const Digest stuck(circle);
  CHECK(stuck.summary.in_cycles == 2);
  CHECK(stuck.summary.IsCutShort());
}

TEST_CASE("the order is made only if it is asked for") {
  GraphMaker maker;
  maker.Add("a", "Neg", {}, {});
  const Digest digest(maker, kReferenceRules, false);
  CHECK(digest.Structure().empty());
  CHECK(digest.summary.in_cycles == 0);
}

}  // namespace tfprof
