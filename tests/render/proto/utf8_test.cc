// SPDX-License-Identifier: Apache-2.0
#include "render/proto/utf8.h"

#include <string>

#include "proto/graph.pb.h"
#include "render/proto/proto_writer.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A field with whatever is in it, length and all.
std::string Field(uint32_t number, std::string_view value) {
  std::string out;
  AppendHeader(out, number, value.size());
  out += value;
  return out;
}

const auto& kGraph = *tensorflow::GraphDef::descriptor();

}  // namespace

TEST_CASE("a message whose texts are UTF-8 is left as it is") {
  tensorflow::GraphDef graph;
  graph.add_node()->set_name("\u00e9");
  (*graph.mutable_node(0)->mutable_attr())["k"].set_s("\xff\xfe");
  CHECK_FALSE(MendedTexts(graph.SerializeAsString(), kGraph));
  CHECK_FALSE(MendedTexts("", kGraph));
}

TEST_CASE("texts that are not UTF-8 are mended at any depth, bytes are not") {
  const std::string value = Field(2, "\xff");  // AttrValue.s
  const std::string entry = Field(1, "k\xc3") + Field(2, value);
  const std::string node = Field(1, "n\xff") + Field(3, "good") +
                           Field(3, "^n\xfe") + Field(5, entry);
  const std::string other = Field(1, Field(1, "whole"));
  const std::string bytes = other + Field(1, node) + other;
  const auto mended = MendedTexts(bytes, kGraph);
  REQUIRE(mended);
  tensorflow::GraphDef graph;
  REQUIRE(graph.ParseFromString(*mended));
  REQUIRE(graph.node_size() == 3);
  CHECK(graph.node(0).name() == "whole");
  CHECK(graph.node(2).name() == "whole");
  CHECK(graph.node(1).name() == "n\\xff");
  CHECK(graph.node(1).input(0) == "good");
  CHECK(graph.node(1).input(1) == "^n\\xfe");
  CHECK(graph.node(1).attr().at("k\\xc3").s() == "\xff");
}

TEST_CASE("fields that a message does not have stay where they are") {
  const std::string unknown = Field(99, "\xff");
  const std::string node = Field(1, "\xff") + unknown;
  CHECK(MendedTexts(unknown + Field(1, node), kGraph) ==
        unknown + Field(1, Field(1, "\\xff") + unknown));
}

}  // namespace tfprof
