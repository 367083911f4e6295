// SPDX-License-Identifier: Apache-2.0
#include "render/proto/graph_def.h"

#include <string>

#include "proto/graph.pb.h"
#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

// A graph of one node that calls the function f, of one node, too.
Graph Calling(const std::string& name) {
  tensorflow::NodeDef call, body;
  call.set_name(name);
  call.set_op("f");
  body.set_name("x");
  body.set_op("Neg");
  const std::string call_bytes = call.SerializeAsString();
  const std::string body_bytes = body.SerializeAsString();
  tensorflow::FunctionDef function;
  function.mutable_signature()->set_name("f");
  const std::string rest = function.SerializeAsString();
  GraphBuilder builder;
  builder.BeginGraph({});
  NodeDetail detail;
  detail.bytes = call_bytes;
  builder.AddNode({.name = name, .op = "f", .detail = &detail});
  builder.BeginFunction({.name = "f", .rest = rest, .attrs = {}});
  detail.bytes = body_bytes;
  builder.AddFunctionNode({.name = "x", .op = "Neg", .detail = &detail});
  return std::move(builder.Finish()[0]);
}

}  // namespace

TEST_CASE("a graph is written with its functions as it was read") {
  const Graph graph = Calling("call");
  tensorflow::GraphDef back;
  REQUIRE(back.ParseFromString(
      RenderedBlock(RenderGraphBinary, ExportedGraph{&graph, {}})));
  REQUIRE(back.node_size() == 1);
  CHECK(back.node(0).name() == "call");
  REQUIRE(back.library().function_size() == 1);
  CHECK(back.library().function(0).signature().name() == "f");
  REQUIRE(back.library().function(0).node_def_size() == 1);
  CHECK(back.library().function(0).node_def(0).op() == "Neg");
}

TEST_CASE("text has a line for each field and brace") {
  const Graph graph = Calling("call");
  CHECK(RenderedBlock(RenderGraphText, ExportedGraph{&graph, {}}) ==
        "node {\n"
        "  name: \"call\"\n"
        "  op: \"f\"\n"
        "}\n"
        "library {\n"
        "  function {\n"
        "    signature {\n"
        "      name: \"f\"\n"
        "    }\n"
        "    node_def {\n"
        "      name: \"x\"\n"
        "      op: \"Neg\"\n"
        "    }\n"
        "  }\n"
        "}\n");
}

TEST_CASE("the pieces of a graph are its message") {
  const Graph graph = Calling("call");
  std::string pieces;
  REQUIRE(ForEachPiece(graph, [&](std::string_view piece) {
    pieces += piece;
    return Status();
  }));
  CHECK(pieces == RenderedBlock(RenderGraphBinary, ExportedGraph{&graph, {}}));
}

TEST_CASE("writing ends with the first error") {
  const Graph graph = Calling("call");
  int calls = 0;
  const Status status = ForEachPiece(graph, [&](std::string_view) -> Status {
    ++calls;
    return Fail(ErrorCode::kIo, "full");
  });
  CHECK(status.error().code == ErrorCode::kIo);
  CHECK(calls == 1);
}

}  // namespace tfprof
