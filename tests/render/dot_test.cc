// SPDX-License-Identifier: Apache-2.0
#include "render/dot.h"

#include <string>
#include <string_view>

#include "support/catch.h"
#include "support/rendered.h"
#include "view/drawing.h"

namespace tfprof {

namespace {

std::string Dot(const Drawing& drawing) {
  return RenderedBlock(RenderDot, drawing);
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Drawing OneNode(const Drawing::Node& node,
                DrawingColour colour = DrawingColour::kNone) {
  Drawing drawing;
  drawing.colour = colour;
  drawing.nodes = {node};
  return drawing;
}

}  // namespace

TEST_CASE("a node has the last part of its name, its op, shape and costs") {
  CHECK(Has(Dot(OneNode({.name = "a/b",
                         .op = "MatMul",
                         .shape = "2x3",
                         .device = {},
                         .micros = 1500,
                         .bytes = 2000,
                         .share = 0.25})),
            "  n0 [label=\"b\\nMatMul\\n2x3\\n1.50ms (25.0%)\\n2.00KB\", "
            "tooltip=\"a/b\", shape=box, fillcolor=\"#ffffff\"];\n"));
  CHECK(Has(Dot(OneNode({.name = "a/", .op = {}, .shape = {}, .device = {}})),
            "label=\"a/\""));
}

TEST_CASE("quotes and backslashes of a name are escaped") {
  CHECK(
      Has(Dot(OneNode({.name = "a\"\\b", .op = {}, .shape = {}, .device = {}})),
          "tooltip=\"a\\\"\\\\b\""));
}

TEST_CASE("edges say what they carry, or how many they are") {
  Drawing drawing;
  drawing.nodes.resize(2);
  drawing.carried = {{}, {2, "3x3"}};
  drawing.edges = {
      {0, 1, false, 1}, {0, 1, false, 1, 1}, {0, 1, true, 1}, {1, 0, false, 7}};
  const std::string dot = Dot(drawing);
  CHECK(Has(dot, "  n0 -> n1;\n"));
  CHECK(Has(dot, "  n0 -> n1 [label=\":2 3x3\"];\n"));
  CHECK(Has(dot, "  n0 -> n1 [style=dashed];\n"));
  CHECK(Has(dot, "  n1 -> n0 [label=\"7 edges\"];\n"));
}

TEST_CASE("scopes that are open hold their nodes and scopes") {
  Drawing drawing;
  drawing.clusters = {{"s"}, {"s/t", 0}, {"u"}};
  drawing.nodes.resize(2);
  drawing.nodes[0].cluster = 1;
  const std::string dot = Dot(drawing);
  const auto at = [&](std::string_view part) { return dot.find(part); };
  CHECK(at("  n1 [") < at("subgraph \"cluster_0\""));
  CHECK(at("subgraph \"cluster_0\"") < at("    subgraph \"cluster_1\""));
  CHECK(at("cluster_1") < at("      n0 ["));
  CHECK(at("      n0 [") < at("\n    }\n  }\n  subgraph \"cluster_2\""));
}

TEST_CASE("each device has a colour, by name, which a comment tells") {
  Drawing drawing;
  drawing.colour = DrawingColour::kDevice;
  drawing.nodes.resize(3);
  drawing.nodes[0].device = "/gpu:0";
  drawing.nodes[1].device = "/cpu:0";
  const std::string dot = Dot(drawing);
  CHECK(Has(dot, "  // /cpu:0: #a6cee3\n  // /gpu:0: #fdbf6f\n"));
  CHECK(Has(dot,
            "n0 [label=\"\", tooltip=\"\", shape=box, "
            "fillcolor=\"#fdbf6f\"]"));
  CHECK(Has(dot,
            "n2 [label=\"\", tooltip=\"\", shape=box, "
            "fillcolor=\"#ffffff\"]"));
}

TEST_CASE("time is coloured by its share, from nothing to all") {
  const auto colour = [](double share) {
    Drawing::Node node;
    node.share = share;
    const std::string dot = Dot(OneNode(node, DrawingColour::kTime));
    return dot.substr(dot.find("];\n}") - 9, 9);
  };
  CHECK(colour(0) == "\"#ffffff\"");
  CHECK(colour(0.0005) == "\"#fff5f0\"");
  CHECK(colour(0.001) == "\"#fff5f0\"");
  CHECK(colour(0.1) == "\"#fc9272\"");
  CHECK(colour(1) == "\"#de2d26\"");
}

TEST_CASE("a drawing that Graphviz will not manage is warned of") {
  const auto warnings = [](size_t nodes) {
    Drawing drawing;
    drawing.nodes.resize(nodes);
    Report report;
    report.sections.push_back({"", {}, drawing});
    Diagnostics diagnostics;
    NullWriter out;
    REQUIRE(RenderDot(report, diagnostics, out));
    return diagnostics.Lines().size();
  };
  CHECK(warnings(2000) == 0);
  CHECK(warnings(2001) == 1);
}

}  // namespace tfprof
