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

std::string ManyNodes(const std::string& separator) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += fmt::format("node {{ name: 'n{}' op: \"}}\" }}{}", i, separator);
  }
  return text;
}

}  // namespace

TEST_CASE("a mistake is named where it is in the text") {
  CHECK(Read(ReadGraph, ManyNodes("\n") + "  colour: 3\n")
            .error.starts_with("file: line 20001, column 9: "));
  const std::string one_line = ManyNodes("");
  CHECK(Read(ReadGraph, one_line + "node { colour: 3 }")
            .error.starts_with(fmt::format("file: line 1, column {}: ",
                                           one_line.size() + 14)));
  const std::string twice = "versions { producer: 9 }\n";
  CHECK(Read(ReadGraph, twice + twice)
            .error.starts_with("file: line 2, column "));
}

TEST_CASE("of text that is cut short, whole records are kept") {
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
