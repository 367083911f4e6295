// SPDX-License-Identifier: Apache-2.0
#include "wire/text_format.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include "proto/graph.pb.h"
#include "support/catch.h"
#include "wire/recording_sink.h"

namespace tfprof {

TEST_CASE("text is told from binary by its first field") {
  for (const char* text :
       {"node {", "node{name:\"a\"}", "# comment\n\n  node <", "version: 3",
        "\n", "  \t\n# only this", "future_field: 1",
        "# Grüße\nstep_stats {\n}"}) {
    INFO(text);
    CHECK(IsText(text));
  }
  for (const std::string& binary :
       {std::string(), std::string("\x0a\x03\x0a\x01n", 5),
        std::string("node {\0", 7), std::string("node"), std::string("node x"),
        std::string("{\"node\": 1}"), std::string("node {\x12")}) {
    INFO(binary);
    CHECK_FALSE(IsText(binary));
  }
}

TEST_CASE("a node of 97 bytes with a name of 58 is not taken for text") {
  // Its first bytes are a line feed, 'a', a line feed and ':'.
  tensorflow::GraphDef graph;
  tensorflow::NodeDef& node = *graph.add_node();
  node.set_name(std::string(58, 'n'));
  node.set_op(std::string(35, 'o'));
  const std::string bytes = graph.SerializeAsString();
  REQUIRE(bytes.starts_with("\na\n:nnn"));
  CHECK_FALSE(IsText(bytes));
  CHECK(Read(ReadGraph, bytes).lines.size() == 1);
}

TEST_CASE("a mistake in text is named with line and column") {
  CHECK(Read(ReadGraph, "node {\n  name: 'a'\n  colour: 3\n}\n").error ==
        "file: line 3, column 9: message type \"tensorflow.NodeDef\" has no "
        "field named \"colour\"; fix the text or write the file again");
  CHECK(Read(ReadGraph, "node {\n  name: 'a'\n").error ==
        "file: line 3, column 1: expected identifier, got: ; fix the text or "
        "write the file again");
  CHECK(Read(ReadRunMetadata, "step_stats { dev_stats { device: 5 } }").error ==
        "file: line 1, column 34: expected string, got: 5; fix the text or "
        "write the file again");
}

TEST_CASE("text that nests without end is refused") {
  std::string text = "node { experimental_type {";
  for (int i = 0; i < 100000; ++i) text += " args {";
  CHECK(Read(ReadGraph, text).error.starts_with("file: line 1, column "));
}

TEST_CASE("protobuf says nothing on its own, whatever the text") {
  static int said = 0;
  google::protobuf::SetLogHandler([](google::protobuf::LogLevel, const char*,
                                     int, const std::string&) { ++said; });
  // Not UTF-8, an unknown field, and an end that is missing.
  for (const char* text : {"node { name: '\\xff' }", "colour: 3", "node {"}) {
    (void)Read(ReadGraph, text);
  }
  google::protobuf::SetLogHandler(nullptr);
  CHECK(said == 0);
}

TEST_CASE("every part of a graph has its field, so text parses strictly") {
  const Reading reading = Read(ReadGraph, R"(
    node {
      name: "n" op: "VarHandleOp" device: "/cpu:0"
      attr { key: "dtype" value { type: DT_FLOAT_REF } }
      attr { key: "value" value { tensor { dtype: DT_HALF half_val: 15360
        tensor_shape { dim { size: 1 name: "batch" } } } } }
      experimental_debug_info { original_node_names: "m" }
      experimental_type { type_id: TFT_PRODUCT args { type_id: TFT_TENSOR } }
    }
    library { function {
        signature { name: "f" input_arg { name: "x" type: DT_INT4 } }
        node_def { name: "inside" op: "Add" } ret { key: "a" value: "b" }
        arg_attr { key: 1 value { attr { key: "k" value { b: true } } } } }
      gradient { function_name: "f" gradient_func: "g" } }
    versions { producer: 1645 bad_consumers: 3 }
    debug_info { files: "train.py"
      traces { key: "n" value { file_line_cols { line: 3 code: "x = 1" } } } }
  )");
  CHECK(reading.error.empty());
  CHECK(reading.lines == Lines{"node n VarHandleOp <> attrs=2"});
}

namespace {

// Text of nodes, longer than what is parsed at a time.
std::string ManyNodes(const std::string& separator) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += fmt::format("node {{ name: 'n{}' op: \"}}\" }}{}", i, separator);
  }
  return text;
}

}  // namespace

TEST_CASE("text that is parsed in pieces says what the whole does") {
  tensorflow::GraphDef graph;
  for (const char* separator : {"\n", ",", "  ;\n", " # }\n", ""}) {
    INFO(separator);
    const std::string text = ManyNodes(separator) + "versions { producer: 9 }";
    REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &graph));
    CHECK(Read(ReadGraph, text).lines ==
          Read(ReadGraph, graph.SerializeAsString()).lines);
  }
  const std::string list = "node: [{name: 'a'}," + std::string(300000, ' ') +
                           "{name: 'b'}]" + "node { name: 'c' }";
  CHECK(Read(ReadGraph, list).lines.size() == 3);
}

namespace {

// More than is parsed at a time, as it is and in a part of itself.
std::string LargeParts(bool key_is_first) {
  std::string functions, nodes;
  for (int i = 0; i < 9000; ++i) {
    functions += fmt::format(
        "function {{ signature {{ name: 'f{}' }} ret {{ key: 'r' value: 'a' }} "
        "}}\n",
        i);
    nodes += fmt::format("func {{ name: 'f{}' }} s: \"}}{{\" # }}\n", i);
  }
  const std::string key = "key: 'k'", value = "value { list { " + nodes + "} }";
  return "node { name: 'a' attr { " +
         (key_is_first ? key + " " + value : value + " " + key) +
         " } attr { key: 'z' value { i: 3 } } op: 'A' }\nlibrary { gradient { "
         "function_name: 'g' }\n" +
         functions + "}\nversions { producer: 9 }";
}

}  // namespace

TEST_CASE("what is large within a text is parsed in pieces, too") {
  for (const bool key_is_first : {true, false}) {
    const std::string text = LargeParts(key_is_first);
    tensorflow::GraphDef graph, in_pieces;
    REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &graph));
    const Bytes bytes{std::string(text)};
    const Source source{"file", bytes, 0};
    Diagnostics diagnostics;
    const auto binary = TextToBinary(
        source, {}, tensorflow::GraphDef::default_instance(), diagnostics);
    REQUIRE(binary);
    REQUIRE(in_pieces.ParseFromString(std::string(binary->view())));
    CHECK(in_pieces.DebugString() == graph.DebugString());
    CHECK(Read(ReadGraph, text).lines ==
          Read(ReadGraph, graph.SerializeAsString()).lines);
  }
}

TEST_CASE("records that end where a piece does are not one that is large") {
  const auto node = [](size_t bytes) {
    std::string text = "node { name: '' }";
    text.insert(text.find("''") + 1, std::string(bytes - text.size(), 'n'));
    return text;
  };
  for (const size_t end : {(1 << 18) - 1, 1 << 18, (1 << 18) + 1}) {
    const std::string text = node(1000) + node(end - 1000) +
                             std::string(8, ' ') + node(1000) +
                             std::string(300000, ' ');
    INFO(end);
    CHECK(Read(ReadGraph, text).lines.size() == 3);
  }
}

TEST_CASE("a mistake within a large part is named where it is") {
  std::string text = LargeParts(true);
  const size_t at = text.rfind("function {");
  const std::string before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  text.insert(at, "colour: 3\n");
  CHECK(Read(ReadGraph, text).error.starts_with(
      fmt::format("file: line {}, column 7: ", line)));
  const std::string twice = "versions { " + std::string(300000, ' ') +
                            "bad_consumers: [1]\n}\n";
  CHECK(Read(ReadGraph, twice + twice).error.find(
            "\"versions\" is there more than once") != std::string::npos);
  std::string open = LargeParts(true);
  open.erase(open.rfind("}\nversions"), 1);
  CHECK_FALSE(Read(ReadGraph, open).error.empty());
}

TEST_CASE("a mistake in a later piece is named where it is in the text") {
  CHECK(Read(ReadGraph, ManyNodes("\n") + "  colour: 3\n")
            .error.starts_with("file: line 20001, column 9: "));
  const std::string one_line = ManyNodes("");
  CHECK(Read(ReadGraph, one_line + "node { colour: 3 }")
            .error.starts_with(fmt::format("file: line 1, column {}: ",
                                           one_line.size() + 14)));
  CHECK(Read(ReadGraph, "versions { producer: 9 }" + ManyNodes("\n") +
                            "versions { producer: 9 }")
            .error ==
        "file: \"versions\" occurs more than once before line 20001; fix the "
        "text or write the file again");
}

TEST_CASE("of text that ends in a later piece, whole records are kept") {
  ReadLimits limits;
  limits.allow_partial = true;
  const Reading reading =
      Read(ReadGraph, ManyNodes("\n") + "node { name: 'cut", 0, limits);
  CHECK(reading.error.empty());
  CHECK(reading.lines.size() == 20000);
  CHECK(reading.warnings.size() == 1);
  CHECK(reading.warnings.at(0).find("cut short in line 20001:") !=
        std::string::npos);
}

}  // namespace tfprof
