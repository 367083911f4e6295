// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/function_expansion.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "model/graph.h"
#include "support/catch.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

std::string Serialized(const std::string& text) {
  tf::GraphDef graph;
  REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &graph));
  return graph.SerializeAsString();
}

// "name op <inputs>" of each node.
Lines Expanded(const std::string& text) {
  const std::string bytes = Serialized(text);
  Lines lines;
  FunctionExpansion(bytes).Run([&](std::string_view node_def) {
    tf::NodeDef node;
    REQUIRE(node.ParseFromString(std::string(node_def)));
    lines.push_back(fmt::format("{} {} <{}>", node.name(), node.op(),
                                fmt::join(node.input(), " ")));
  });
  return lines;
}

// A function `name` of two arguments whose output is that of its node `m`.
std::string Function(const std::string& name, const std::string& nodes) {
  return "library { function { signature { name: '" + name +
         "' input_arg { name: 'a' } input_arg { name: 'b' } "
         "output_arg { name: 'r' } } " +
         nodes + " ret { key: 'r' value: 'm:z:0' } } }";
}

const char kMul[] =
    "node_def { name: 'm' op: 'Mul' input: 'a' input: 'b' input: '^k' } "
    "node_def { name: 'k' op: 'Const' }";

}  // namespace

TEST_CASE("a call has the body under it, between its inputs and consumers") {
  CHECK(Expanded("node { name: 'x' op: 'Placeholder' } "
                 "node { name: 'y' op: 'Placeholder' } "
                 "node { name: 'c' op: 'PartitionedCall' input: 'x' input: "
                 "'y:1' attr { key: 'f' value { func { name: 'f' } } } } "
                 "node { name: 'z' op: 'Relu' input: 'c' input: '^c' }" +
                 Function("f", kMul)) ==
        Lines{"x Placeholder <>", "y Placeholder <>",
              "c PartitionedCall <x y:1>", "c/m Mul <x y:1 ^c/k>",
              "c/k Const <>", "z Relu <c/m ^c>"});
}

TEST_CASE("loops and branches have names of their own between") {
  CHECK(Expanded("node { name: 'x' op: 'P' } "
                 "node { name: 'w' op: 'While' input: 'x' input: 'x' "
                 "attr { key: 'body' value { func { name: 'f' } } } "
                 "attr { key: 'cond' value { func { name: 'f' } } } } "
                 "node { name: 'z' op: 'Relu' input: 'w:0' }" +
                 Function("f", kMul)) ==
        Lines{"x P <>", "w While <x x>", "w/body/m Mul <x x ^w/body/k>",
              "w/body/k Const <>", "w/cond/m Mul <x x ^w/cond/k>",
              "w/cond/k Const <>", "z Relu <w/body/m>"});
  CHECK(Expanded("node { name: 'p' op: 'P' } "
                 "node { name: 'i' op: 'If' input: 'p' input: 'x' input: 'y' "
                 "attr { key: 'then_branch' value { func { name: 'f' } } } "
                 "attr { key: 'else_branch' value { func { name: 'f' } } } }" +
                 Function("f", kMul)) ==
        Lines{"p P <>", "i If <p x y i/then/m i/else/m>",
              "i/then/m Mul <x y ^i/then/k>", "i/then/k Const <>",
              "i/else/m Mul <x y ^i/else/k>", "i/else/k Const <>"});
}

TEST_CASE("a function inside itself is not expanded again") {
  const std::string bytes = Serialized(
      "node { name: 'c' op: 'f' } " +
      Function("f", "node_def { name: 'm' op: 'f' input: 'a' input: 'b' }"));
  FunctionExpansion expansion(bytes);
  size_t nodes = 0;
  expansion.Run([&](std::string_view) { ++nodes; });
  CHECK(nodes == 2);
  CHECK(expansion.unexpanded() == 1);
  CHECK(expansion.HasExpanded("f"));
  CHECK_FALSE(expansion.is_too_large());
}

TEST_CASE("calls that feed each other in a circle end") {
  const std::string call = "attr { key: 'f' value { func { name: 'f' } } } } ";
  CHECK(Expanded("node { name: 'c' op: 'PartitionedCall' input: 'd' " + call +
                 "node { name: 'd' op: 'PartitionedCall' input: 'c' " + call +
                 "library { function { signature { name: 'f' input_arg { name: "
                 "'a' } output_arg { name: 'r' } } ret { key: 'r' value: 'a' } "
                 "} }")
            .size() == 2);
}

TEST_CASE("an expansion that costs more than it may is told without it") {
  // Each function calls the next one twice.
  std::string text = "node { name: 'c' op: 'f0' } library { ";
  for (int i = 0; i < 30; ++i) {
    text += fmt::format(
        "function {{ signature {{ name: 'f{0}' }} node_def {{ name: 'm' op: "
        "'f{1}' }} node_def {{ name: 'n' op: 'f{1}' }} }} ",
        i, i + 1);
  }
  text += "}";
  const std::string bytes = Serialized(text);
  FunctionExpansion expansion(bytes);
  CHECK_FALSE(expansion.Fits({.held = 1'000'000}));
  CHECK_FALSE(expansion.Fits({.work = 1'000'000}));

  const std::string small =
      Serialized("node { name: 'c' op: 'f' } " + Function("f", kMul));
  FunctionExpansion few(small);
  CHECK(few.Fits({.held = 10'000, .work = 1'000}));
  CHECK_FALSE(few.Fits({.held = 100}));
  // Measured bodies are not counted again.
  size_t nodes = 0;
  few.Run([&](std::string_view) { ++nodes; });
  CHECK(nodes == 3);
  CHECK(few.HasExpanded("f"));
}

TEST_CASE("a graph that nobody asked to expand stays small") {
  // 30 bytes a call, and a hundred nodes for each.
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format("node {{ name: 'c{}' op: 'f' }} ", i);
  }
  text += "library { function { signature { name: 'f' } ";
  for (int i = 0; i < 100; ++i) {
    text += fmt::format("node_def {{ name: 'n{}' op: 'NoOp' }} ", i);
  }
  text += "} }";
  const std::string path = "graph.pb";
  const Bytes content(Serialized(text));
  const auto read = [&](Expansion expansion, Diagnostics& diagnostics) {
    GraphBuilder builder;
    GraphOptions options;
    options.expansion = expansion;
    REQUIRE(ReadGraph({path, content, 0, {}, options}, builder, diagnostics));
    return builder.Finish().at(0).main_nodes;
  };
  Diagnostics asked;
  CHECK(read(Expansion::kAlways, asked) == 202'000);
  CHECK(asked.Lines().empty());
  Diagnostics diagnostics;
  CHECK(read(Expansion::kForAll, diagnostics) == 2000);
  CHECK(diagnostics.Lines() ==
        Lines{"graph.pb: functions are not expanded, the graph would be many "
              "times as large; --expand_functions=always does it"});
}

TEST_CASE("values that pass through calls with long names are work") {
  const std::string name(10'000, 'n');
  std::string text = "node { name: 'c' op: 'f' } node { name: 'z' op: 'AddN' ";
  for (int i = 0; i < 1000; ++i) text += "input: 'c' ";
  text +=
      "} library { function { signature { name: 'f' output_arg { name: 'r' } } "
      "node_def { name: '" +
      name + "' op: 'NoOp' } ret { key: 'r' value: '" + name + ":0' } } }";
  const std::string bytes = Serialized(text);
  FunctionExpansion expansion(bytes);
  CHECK(expansion.Fits({.work = 50'000'000}));
  CHECK_FALSE(expansion.Fits({.work = 1'000'000}));
}

}  // namespace tfprof
