// SPDX-License-Identifier: Apache-2.0
#include "view/drawing.h"

#include <fmt/format.h>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Node {
  std::string name;
  std::vector<std::string> inputs;
};

Graph MakeGraph(const std::vector<Node>& nodes) {
  GraphBuilder builder;
  builder.BeginGraph({});
  for (const Node& node : nodes) {
    const NodeDetail detail;
    const std::vector<std::string_view> inputs(node.inputs.begin(),
                                               node.inputs.end());
    builder.AddNode(
        {.name = node.name, .op = "Op", .inputs = inputs, .detail = &detail});
  }
  return std::move(builder.Finish().front());
}

Drawing Draw(const Graph& graph, const DrawingOptions& options) {
  Result<Drawing> drawing = BuildDrawing(graph, {}, options);
  REQUIRE(drawing);
  return std::move(*drawing);
}

std::vector<std::string> NamesOf(const Drawing& drawing) {
  std::vector<std::string> names;
  for (const auto& node : drawing.nodes) names.push_back(node.name);
  return names;
}

using Names = std::vector<std::string>;

// Blocks of ten nodes in layers of ten blocks.
Graph Layers(size_t layers) {
  std::vector<Node> nodes;
  for (size_t i = 0; i < layers * 100; ++i) {
    nodes.push_back(
        {fmt::format("layer_{}/block_{}/op_{}", i / 100, i % 100 / 10, i % 10),
         {}});
    if (i > 0) nodes.back().inputs.push_back(nodes[i - 1].name);
  }
  return MakeGraph(nodes);
}

}  // namespace

TEST_CASE("a drawing has no more nodes than it may, and loses none") {
  const Graph graph = Layers(20);
  for (const int64_t most : {1, 2, 19, 20, 21, 30, 57, 200, 1999, 2000}) {
    const Drawing drawing = Draw(graph, {.max_nodes = most});
    CAPTURE(most);
    CHECK(drawing.nodes.size() <= static_cast<size_t>(most));
    int64_t members = 0;
    for (const auto& node : drawing.nodes) {
      members += node.role == Drawing::Role::kScope
                     ? std::stoll(node.op.substr(0, node.op.find(' ')))
                     : 1;
    }
    CHECK(members == 2000);
  }
  CHECK(Draw(graph, {.max_nodes = 0}).nodes.size() == 2000);
  CHECK(Draw(graph, {.max_nodes = 20}).edges.size() == 19);
}

TEST_CASE("a focus has what matches and what is near") {
  const Graph graph = MakeGraph(
      {{"a", {}}, {"b", {"a"}}, {"c", {"^b"}}, {"d", {"c:1"}}, {"e", {"d"}}});
  const auto names = [&](const char* focus, int64_t radius) {
    return NamesOf(Draw(graph, {.focus = focus, .radius = radius}));
  };
  CHECK(names("c", 0) == Names{"c"});
  CHECK(names("c", 1) == Names{"b", "c", "d"});
  CHECK(names("[ae]", 0) == Names{"a", "e"});
  CHECK(names("a", 100) == Names{"a", "b", "c", "d", "e"});
  CHECK_FALSE(BuildDrawing(graph, {}, {.focus = "nothing"}));
  CHECK_FALSE(BuildDrawing(graph, {}, {.focus = "("}));
}

TEST_CASE("edges between the same scopes are one, control edges another") {
  const Graph graph = MakeGraph({{"a/x", {}},
                                 {"a/y", {"a/x"}},
                                 {"b/x", {"a/x", "a/y:1", "^a/y"}},
                                 {"b/y", {"gone", "b/y"}}});
  const Drawing drawing = Draw(graph, {.max_nodes = 2});
  REQUIRE(drawing.edges.size() == 2);
  CHECK(drawing.edges[0].count == 2);
  CHECK_FALSE(drawing.edges[0].is_control);
  CHECK(drawing.edges[1].is_control);
  CHECK(drawing.missing_inputs == 1);
}

TEST_CASE("an edge carries what its input names, once for all that read it") {
  const Graph graph = MakeGraph({{"a", {}},
                                 {"b", {"a:1"}},
                                 {"c", {"a:1", "a:2", "a"}},
                                 {"d", {"a:1", "b", "^c"}},
                                 {"e", {"^a:3"}}});
  const Drawing drawing = Draw(graph, {.max_nodes = 0});
  std::vector<std::string> edges;
  for (const Drawing::Edge& edge : drawing.edges) {
    edges.push_back(fmt::format("{} {} {}{} :{}", edge.from, edge.to,
                                edge.is_control ? "^" : "", edge.count,
                                drawing.carried[edge.carried].output));
  }
  CHECK(edges == std::vector<std::string>{"0 1 1 :1", "0 2 3 :0", "0 3 1 :1",
                                          "0 4 ^1 :3", "1 3 1 :0",
                                          "2 3 ^1 :0"});
  CHECK(drawing.carried.size() == 3);
}

TEST_CASE("names with a million slashes are no trouble") {
  std::string deep = "a";
  for (int i = 0; i < 200000; ++i) deep += "/a";
  const Graph graph = MakeGraph({{deep, {}}, {"//", {}}, {"", {}}});
  CHECK(Draw(graph, {.max_nodes = 3}).nodes.size() <= 3);
}

}  // namespace tfprof
