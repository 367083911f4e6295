// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <google/protobuf/text_format.h>

#include "model/graph.h"
#include "support/catch.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

tf::TensorShapeProto Shape(const std::vector<int64_t>& dims) {
  tf::TensorShapeProto shape;
  for (const int64_t dim : dims) shape.add_dim()->set_size(dim);
  return shape;
}

// An AttrValue as written by hand: members may follow one another.
std::string Member(const tf::AttrValue& value) {
  return value.SerializeAsString();
}

tf::AttrValue ShapeValue(const std::vector<int64_t>& dims) {
  tf::AttrValue value;
  *value.mutable_shape() = Shape(dims);
  return value;
}

tf::AttrValue ListValue(const std::vector<std::vector<int64_t>>& shapes) {
  tf::AttrValue value;
  value.mutable_list();
  for (const auto& dims : shapes) {
    *value.mutable_list()->add_shape() = Shape(dims);
  }
  return value;
}

tf::AttrValue NumberValue() {
  tf::AttrValue value;
  value.set_i(3);
  return value;
}

std::string LengthDelimited(int number, const std::string& bytes) {
  REQUIRE(bytes.size() < 128);
  return std::string{static_cast<char>(number << 3 | 2),
                     static_cast<char>(bytes.size())} +
         bytes;
}

std::string AttrEntry(const std::string& key, const std::string& value) {
  return LengthDelimited(5,
                         LengthDelimited(1, key) + LengthDelimited(2, value));
}

// A graph with one node "n" that has these serialized attributes.
std::string GraphWith(const std::string& attrs) {
  return LengthDelimited(1, LengthDelimited(1, "n") + attrs);
}

}  // namespace

TEST_CASE("an empty file is an empty graph") {
  const Reading reading = Read(ReadGraph, "");
  CHECK(reading.error.empty());
  CHECK(reading.lines.empty());
}

TEST_CASE("the last member of an attribute counts, as in protobuf") {
  const std::string shape = Member(ShapeValue({2, 3}));
  const std::string list = Member(ListValue({{4}, {5, 6}}));
  const std::string number = Member(NumberValue());
  const std::string values[] = {
      "",           shape,          list,
      number,       shape + number, number + shape,
      shape + list, list + shape,   shape + number + shape,
      list + list,  shape + shape,  list + number + list};
  for (const std::string& value : values) {
    for (const char* key : {"shape", "_output_shapes"}) {
      const std::string bytes = GraphWith(AttrEntry(key, value));
      tf::GraphDef parsed;
      REQUIRE(parsed.ParseFromString(bytes));
      INFO(parsed.ShortDebugString());
      CHECK(Read(ReadGraph, bytes).lines == LinesOf(parsed));
    }
  }
}

TEST_CASE("the last attribute of a name replaces the earlier ones") {
  const std::string bytes =
      GraphWith(AttrEntry("shape", Member(ShapeValue({2, 3}))) +
                AttrEntry("shape", Member(ShapeValue({7}))));
  CHECK(Read(ReadGraph, bytes).lines == Lines{"node n  <> shape=[7] attrs=2"});
}

TEST_CASE("a shape that is no list, or a list that is no shape, is nothing") {
  const std::string bytes =
      GraphWith(AttrEntry("shape", Member(ListValue({{1}}))) +
                AttrEntry("_output_shapes", Member(ShapeValue({2}))));
  CHECK(Read(ReadGraph, bytes).lines == Lines{"node n  <> attrs=2"});
}

TEST_CASE("unknown dimensions and unknown ranks are told apart") {
  tf::GraphDef graph;
  tf::NodeDef& node = *graph.add_node();
  node.set_name("n");
  auto& list = *(*node.mutable_attr())["_output_shapes"].mutable_list();
  *list.add_shape() = Shape({-1, 3});
  list.add_shape()->set_unknown_rank(true);
  list.add_shape();
  CHECK(Read(ReadGraph, graph.SerializeAsString()).lines ==
        Lines{"node n  <> out=[-1 3] out=[ ?] out=[] attrs=1"});
}

TEST_CASE("attributes are text: words, numbers and lists of them") {
  tf::GraphDef graph;
  auto& attrs = *graph.add_node()->mutable_attr();
  attrs["text"].set_s("SAME");
  attrs["yes"].set_b(true);
  attrs["number"].set_i(-3);
  attrs["real"].set_f(0.5F);
  for (const int64_t size : {1, 2, 2, -1}) {
    attrs["numbers"].mutable_list()->add_i(size);
  }
  for (const char* const name : {"BiasAdd", "Relu"}) {
    attrs["texts"].mutable_list()->add_s(name);
  }
  attrs["none"].mutable_list();
  for (int i = 0; i < 1000; ++i) attrs["long"].mutable_list()->add_i(i);
  GraphBuilder builder;
  Diagnostics diagnostics;
  const std::string path = "graph.pb";
  const Bytes content(graph.SerializeAsString());
  REQUIRE(ReadGraph({path, content, 0, {}}, builder, diagnostics));
  const Graph made = std::move(builder.Finish().at(0));
  CHECK(made.AttrOf(0, "text") == "SAME");
  CHECK(made.AttrOf(0, "yes") == "true");
  CHECK(made.AttrOf(0, "number") == "-3");
  CHECK(made.AttrOf(0, "numbers") == "1,2,2,-1");
  CHECK(made.AttrOf(0, "texts") == "BiasAdd,Relu");
  for (const char* const key : {"real", "none", "long", "gone"}) {
    CAPTURE(key);
    CHECK(made.AttrOf(0, key).empty());
  }
}

TEST_CASE("what stands beside the nodes does not matter") {
  tf::GraphDef graph;
  graph.add_node()->set_name("n");
  graph.mutable_versions()->set_producer(21);
  graph.mutable_library()->add_function()->add_node_def()->set_name("inside");
  graph.mutable_debug_info()->add_files("train.py");
  CHECK(Read(ReadGraph, graph.SerializeAsString()).lines == LinesOf(graph));
}

TEST_CASE("a MetaGraphDef gives its graph in binary and in text") {
  tf::MetaGraphDef meta;
  meta.mutable_graph_def()->add_node()->set_name("n");
  const Lines expected = {"node n  <>"};
  CHECK(Read(ReadMetaGraph, meta.SerializeAsString()).lines == expected);
  // Text may have any of the fields we do not know.
  const std::string text = R"(
    meta_info_def { stripped_op_list { op { name: "Add" } } tags: "serve" }
    graph_def { node { name: "n" } }
    collection_def { key: "vars" value { bytes_list { value: "v\001" } } }
    saver_def { sharded: true max_to_keep: 5 })";
  CHECK(Read(ReadMetaGraph, text).error.empty());
  CHECK(Read(ReadMetaGraph, text).lines == expected);
}

TEST_CASE("of several graphs in a SavedModel the first is read, with a word") {
  tf::SavedModel model;
  model.set_saved_model_schema_version(1);
  model.add_meta_graphs()->mutable_graph_def()->add_node()->set_name("n");
  CHECK(Read(ReadSavedModel, model.SerializeAsString()).warnings.empty());
  model.add_meta_graphs()->mutable_graph_def()->add_node()->set_name("m");
  const Reading reading = Read(ReadSavedModel, model.SerializeAsString());
  CHECK(reading.lines == Lines{"node n  <>"});
  CHECK(
      reading.warnings ==
      Lines{"file: holds 2 graphs, the first is used; --tag_set chooses: ; "});
}

TEST_CASE("an error names the record in which the damage is") {
  tf::GraphDef graph;
  graph.add_node()->set_name("first");
  const size_t second = graph.ByteSizeLong();
  graph.add_node()->set_name("second");
  std::string bytes = graph.SerializeAsString();
  bytes.pop_back();
  CHECK(Read(ReadGraph, bytes).error ==
        fmt::format("file: byte {}: a value runs past the end; the file is "
                    "cut short or damaged, write or copy it again, or read "
                    "its complete part with --allow_partial",
                    second));
  CHECK(Read(ReadGraph, bytes).lines == Lines{"node first  <>"});
}

TEST_CASE("names that are not UTF-8 are kept as they are") {
  const std::string name = "a\xff\xc3";
  const std::string graph = LengthDelimited(1, LengthDelimited(1, name));
  CHECK(Read(ReadGraph, graph).lines == Lines{"node " + name + "  <>"});
}

namespace {

tf::NodeDef& AddNodeTo(tf::GraphDef& graph, const std::string& name,
                       const std::string& op,
                       const std::vector<std::string>& inputs = {}) {
  tf::NodeDef& node = *graph.add_node();
  node.set_name(name);
  node.set_op(op);
  for (const std::string& input : inputs) node.add_input(input);
  return node;
}

// The nodes that a reader marks as trainable variables, if no op log does.
Lines TrainableIn(ReadFunction read, const std::string& bytes,
                  bool marks_trainable = true) {
  class Marks final : public DumpSink {
   public:
    void AddOpLogEntry(const OpLogEntry& entry) override {
      for (const std::string_view type : entry.types) {
        names.push_back(fmt::format("{} {}", entry.name, type));
      }
    }

    Lines names;
  };

  Marks marks;
  Diagnostics diagnostics;
  const std::string path = "graph.meta";
  const Bytes content{std::string(bytes)};
  Source source{path, content};
  source.graph.marks_trainable = marks_trainable;
  REQUIRE(read(source, marks, diagnostics));
  return marks.names;
}

}  // namespace

TEST_CASE("a collection of trainable variables marks them") {
  tf::MetaGraphDef meta;
  for (const char* const name : {"w", "b", "step"}) {
    AddNodeTo(*meta.mutable_graph_def(), name, "VariableV2");
  }
  auto& listed = *(*meta.mutable_collection_def())["trainable_variables"]
                      .mutable_bytes_list();
  for (const std::string name : {"w:0", "b:0", "w:0"}) {
    // VariableDef.variable_name
    listed.add_value(LengthDelimited(1, name));
  }
  (*meta.mutable_collection_def())["variables"].mutable_bytes_list()->add_value(
      LengthDelimited(1, "step:0"));
  const std::string bytes = meta.SerializeAsString();
  const Lines marked = {"b _trainable_variables", "w _trainable_variables"};
  CHECK(TrainableIn(ReadMetaGraph, bytes) == marked);
  CHECK(TrainableIn(ReadMetaGraph, bytes, false).empty());
  std::string text;
  REQUIRE(google::protobuf::TextFormat::PrintToString(meta, &text));
  CHECK(TrainableIn(ReadMetaGraph, text) == marked);
}

TEST_CASE("resource variables that an optimizer updates are trained") {
  tf::GraphDef graph;
  AddNodeTo(graph, "w", "VarHandleOp");
  AddNodeTo(graph, "mean", "VarHandleOp");
  AddNodeTo(graph, "table", "VarHandleOp");
  AddNodeTo(graph, "adam", "ResourceApplyAdam", {"w", "m"});
  AddNodeTo(graph, "sparse", "ResourceSparseApplyAdagrad", {"table:0", "a"});
  AddNodeTo(graph, "moving", "AssignSubVariableOp", {"mean", "d"});
  CHECK(TrainableIn(ReadGraph, graph.SerializeAsString()) ==
        Lines{"w _trainable_variables", "table _trainable_variables"});
}

TEST_CASE("objects of a SavedModel say which variables are trained") {
  tf::GraphDef graph;
  AddNodeTo(graph, "w", "VarHandleOp");
  AddNodeTo(graph, "step", "VarHandleOp");
  // SavedObjectGraph.nodes.variable: trainable, name
  const std::string trained("\x18\x01", 2);
  const auto variable = [&](const std::string& fields,
                            const std::string& name) {
    return LengthDelimited(
        1, LengthDelimited(7, fields + LengthDelimited(6, name)));
  };
  tf::MetaGraphDef meta;
  *meta.mutable_graph_def() = graph;
  const std::string bytes =
      meta.SerializeAsString() +
      LengthDelimited(7, variable(trained, "w") + variable("", "step"));
  CHECK(TrainableIn(ReadMetaGraph, bytes) == Lines{"w _trainable_variables"});
}

TEST_CASE("the scalar shape of an old placeholder is no shape") {
  const auto is_unknown = [](int producer, const std::string& op) {
    tf::GraphDef graph;
    tf::NodeDef& node = AddNodeTo(graph, "n", op);
    (*node.mutable_attr())["shape"].mutable_shape();
    graph.mutable_versions()->set_producer(producer);
    GraphBuilder builder;
    Diagnostics diagnostics;
    const std::string path = "graph.pb";
    const Bytes content(graph.SerializeAsString());
    REQUIRE(ReadGraph({path, content, 0, {}}, builder, diagnostics));
    return std::move(builder.Finish().at(0)).shape[0].unknown_rank;
  };
  CHECK(is_unknown(21, "Placeholder"));
  CHECK_FALSE(is_unknown(22, "Placeholder"));
  CHECK_FALSE(is_unknown(21, "VariableV2"));
}

}  // namespace tfprof
