// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/recognise.h"

#include <cstring>
#include <filesystem>
#include <random>
#include <string>

#include "base/strings.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"

namespace tfprof {

namespace {

tf::GraphDef Graph() {
  tf::GraphDef graph;
  tf::NodeDef& node = *graph.add_node();
  node.set_name("conv/weights");
  node.set_op("VariableV2");
  node.add_input("^init");
  (*node.mutable_attr())["shape"].mutable_shape();
  return graph;
}

tf::StepStats Step() {
  tf::StepStats step;
  auto& device = *step.add_dev_stats();
  device.set_device("/job:localhost/replica:0/task:0/device:CPU:0");
  auto& stats = *device.add_node_stats();
  stats.set_node_name("conv/weights");
  stats.set_all_start_micros(1500000000000000);
  stats.add_memory()->set_allocator_name("cpu");
  return step;
}

tf::RunMetadata Run() {
  tf::RunMetadata run;
  *run.mutable_step_stats() = Step();
  return run;
}

tf::tfprof::OpLogProto OpLog() {
  tf::tfprof::OpLogProto log;
  auto& entry = *log.add_log_entries();
  entry.set_name("conv/weights");
  entry.add_types("_trainable_variables");
  return log;
}

tf::tfprof::ProfileProto Profile() {
  tf::tfprof::ProfileProto profile;
  auto& node = (*profile.mutable_nodes())[0];
  node.set_name("conv/weights");
  node.set_op("VariableV2");
  profile.add_steps(0);
  return profile;
}

struct Opening {
  std::string what;
  std::string words;
  std::string bytes;
};

// A file of each kind, and the parts of it that are likeliest to be mistaken.
std::vector<Opening> Binaries() {
  const auto bytes = [](const auto& message) {
    return message.SerializeAsString();
  };
  std::vector<Opening> samples = {
      {"graph", "a GraphDef", bytes(Graph())},
      {"run", "a RunMetadata", bytes(Run())},
      {"step", "a StepStats", bytes(Step())},
      {"op log", "an OpLogProto", bytes(OpLog())},
      {"profile", "a ProfileProto", bytes(Profile())}};
  const auto add = [&](const char* what, const char* words,
                       const auto& message) {
    samples.push_back({what, words, bytes(message)});
  };
  tf::GraphDef versions;
  versions.mutable_versions()->set_producer(1645);
  add("graph with nothing but versions", "a GraphDef", versions);
  tf::RunMetadata graphs;
  *graphs.add_partition_graphs() = Graph();
  add("run with nothing but graphs", "a RunMetadata without step stats",
      graphs);
  tf::RunMetadata cost;
  auto& cost_node = *cost.mutable_cost_graph()->add_node();
  cost_node.set_name("n");
  cost_node.add_input_info()->set_preceding_node(1);
  cost_node.set_compute_cost(5);
  add("run with nothing but costs", "a RunMetadata", cost);
  tf::tfprof::OpLogProto strings;
  (*strings.mutable_id_to_string())[0] = "none";
  add("op log with nothing but strings", "an OpLogProto", strings);
  tf::tfprof::OpLogProto traces;
  traces.add_log_entries()->set_name("n");
  traces.mutable_log_entries(0)->mutable_code_def()->add_traces()->set_lineno(
      3);
  add("op log with traces", "an OpLogProto", traces);
  tf::MetaGraphDef meta;
  *meta.mutable_graph_def() = Graph();
  add("meta graph", "a MetaGraphDef", meta);
  tf::SavedModel model;
  model.set_saved_model_schema_version(1);
  *model.add_meta_graphs() = meta;
  add("saved model", "a SavedModel", model);
  return samples;
}

}  // namespace

TEST_CASE("binary files are told apart by the shape of their records") {
  for (const Opening& sample : Binaries()) {
    INFO(sample.what);
    CHECK(WordsOf(Recognise(sample.bytes)) == sample.words);
    CHECK(CouldBe(*Recognise(sample.bytes), sample.bytes));
  }
}

// Their bytes are those of an op log. Else they would be read as a meta graph,
// of which nothing is there.
TEST_CASE("nodes with nothing but names are no graph of any kind") {
  tf::GraphDef graph;
  for (const char* name : {"a", "b", "c"}) graph.add_node()->set_name(name);
  const std::string bytes = graph.SerializeAsString();
  for (const Format& format : Formats()) {
    if (format.role != Role::kGraph || format.read == nullptr) continue;
    INFO(format.words);
    CHECK_FALSE(CouldBe(format, bytes));
  }
}

TEST_CASE("text files are told apart by their first field") {
  const std::pair<const char*, const char*> texts[] = {
      {"node { name: 'n' }", "a GraphDef"},
      {"# graph\nversions { producer: 1 }", "a GraphDef"},
      {"meta_info_def { }", "a MetaGraphDef"},
      {"saved_model_schema_version: 1", "a SavedModel"},
      {"step_stats {\n}", "a RunMetadata"},
      {"dev_stats { device: '/cpu:0' }", "a StepStats"},
      {"log_entries { name: 'n' }", "an OpLogProto"},
      {"id_to_string { key: 1 }", "an OpLogProto"},
      {"nodes { key: 1 }", "a ProfileProto"},
      {"steps: 3", "a ProfileProto"},
      {"", "empty"},
      {"# nothing but a comment\n", "empty"},
      {"future_field: 3", "of no known kind"}};
  for (const auto& [text, words] : texts) {
    INFO(text);
    CHECK(WordsOf(Recognise(text)) == words);
  }
  CHECK(CouldBe(FormatReadBy(ReadProfile), "id_to_string { key: 1 }"));
}

TEST_CASE("other files are of no known kind") {
  for (const std::string& content :
       {std::string("{\"events\": []}"), std::string("\nHello, you\n"),
        std::string("\x89PNG\r\n\x1a\n", 8), std::string(100, '\0'),
        std::string("\x7f"
                    "ELF\x02\x01\x01",
                    7),
        std::string("scope\n")}) {
    INFO(content);
    CHECK(Recognise(content) == nullptr);
  }
}

TEST_CASE("an event file is known by its first record") {
  const std::string head(
      "\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22"
      "\x09\0\0\x80\xe8\x1f\x63\xd9\x41\x1a\x0d",
      23);
  CHECK(Recognise(head + "brain.Event:2....")->words == "an event file");
}

TEST_CASE("an XSpace is known by the name of its first plane") {
  // Planes, each with a name behind an id.
  const std::string space(
      "\x0a\x0d\x08\x01\x12\x09/host:CPU"
      "\x0a\x0b\x12\x09/device:X",
      28);
  CHECK(WordsOf(Recognise(space)).starts_with("an XSpace"));
  CHECK(WordsOf(Recognise(space.substr(0, 20))).starts_with("an XSpace"));
  const std::string other("\x0a\x0d\x08\x01\x12\x09/cloud:CPU", 15);
  CHECK_FALSE(WordsOf(Recognise(other)).starts_with("a GraphDef"));
}

namespace {

std::string Field(uint32_t number, std::string_view value) {
  const char head[] = {static_cast<char>(number << 3 | 2),
                       static_cast<char>(value.size())};
  return std::string(head, 2).append(value);
}

}  // namespace

TEST_CASE("what only begins like an XSpace is none") {
  using namespace std::string_literals;
  const std::string event = "\x08\x01\x10\x02\x1a\x06MatMul\x48\x07"s;
  const std::string line = "\x08\x01" + Field(2, "python");
  const std::string plane = "\x08\x01" + Field(2, "/host:CPU");
  const std::string custom = "\x08\x01" + Field(2, "mine");
  const std::string with_events = Field(3, line + Field(4, "\x08\x01"));
  const auto words = [](const std::string& content) {
    return std::string(WordsOf(Recognise(content)));
  };
  const std::string space = "an XSpace (a profile of TensorFlow 2 or JAX)";
  // A plane without events, errors and a host; a plane of another profiler in
  // front; a field of years to come.
  CHECK(words(Field(1, plane) + Field(2, "no\nGPU") + Field(4, "vm")) == space);
  CHECK(words(Field(1, custom) + Field(1, plane)) == space);
  CHECK(words(Field(1, plane + with_events) + Field(9, event)) == space);
  CHECK(words(Field(1, custom + with_events)) == space);
  // Lists of devices and of events, which are other messages.
  for (uint32_t number = 2; number < 9; ++number) {
    INFO(number);
    CHECK(words(Field(1, plane) + Field(number, event)) != space);
    CHECK(words(Field(1, plane) + Field(1, plane) + Field(number, event) +
                Field(number, event)) != space);
  }
  CHECK(words(Field(1, plane) + "\x20\x01") != space);
  CHECK(words(Field(1, plane + "\x18\x01")) != space);
  CHECK(words(Field(1, custom)) != space);
  CHECK(words(Field(1, custom + Field(3, line))) != space);
  CHECK(words(Field(1, "\x08\x01" + Field(2, Field(1, "/host:CPU")))) != space);
}

TEST_CASE("a file most of which is unknown is of no known kind") {
  // An entry of an op log, and three fields that it has not.
  const std::string content = Field(1, Field(1, "n")) + Field(10, "a") +
                              Field(11, "b") + Field(12, "c");
  CHECK(WordsOf(Recognise(content)) == "of no known kind");
}

TEST_CASE("what has no names where names belong is of no known kind") {
  using namespace std::string_literals;
  const std::string node = Field(1, Field(2, "MatMul"));
  const std::string attr = Field(1, Field(5, Field(2, "")));
  for (const std::string& content :
       {node + node, Field(1, "") + Field(1, ""), attr, "\x08\x02"s,
        std::string(16, '\x08'), "\x0a\x00"s,
        "\x12\x00"s, "\x22\x00"s}) {
    INFO(Printable(content));
    CHECK(Recognise(content) == nullptr);
  }
  // One of a few nodes may have no name.
  const std::string named = Field(1, Field(1, "a") + Field(2, "MatMul"));
  CHECK(WordsOf(Recognise(named + named + node)) == "a GraphDef");
  // Names may hold whatever they like, where there are several.
  const std::string odd = Field(1, Field(1, "\x1b\xff") + Field(2, "\x02"));
  CHECK(Recognise(odd) == nullptr);
  CHECK(WordsOf(Recognise(odd + odd + odd)) == "a GraphDef");
  // A user who names the kind of a file decides.
  CHECK(CouldBe(FormatReadBy(ReadGraph), node));
  CHECK(CouldBe(FormatReadBy(ReadRunMetadata), "\x0a\x00"s));
}

TEST_CASE("a program of XLA is a graph where there is no other") {
  const std::string program(
      "\x0a\x1a\x0a\x01m\x12\x01"
      "e\x1a\x05\x0a\x01"
      "e\x28\x01\x1a\x09\x0a\x01"
      "f\x12\x02\x0a\x00\x28\x02\x28\x03",
      28);
  const Format* const format = Recognise(program);
  REQUIRE(format != nullptr);
  CHECK(format->words == "an HLO module");
  CHECK(format->role == Role::kGraph);
  CHECK(format->is_spare);
}

TEST_CASE("files of other programs are known and refused by name") {
  const std::pair<std::string, const char*> files[] = {
      {"{\"traceEvents\": [{\"name\": \"process_name\", \"args\": {\"name\": "
       "\"/device:CPU:0 Compute\"}}]}",
       "a Chrome trace; give the RunMetadata that it was made from"},
      {"{\"traceEvents\":[{\"args\":{\"name\":\"Scope:0\"}}]}",
       "a Chrome trace; give the RunMetadata that it was made from"},
      {"{\"traceEvents\":[{\"ph\":\"M\",\"args\":{\"name\":\"/host:CPU\"}}]}",
       "a Chrome trace; give the .xplane.pb beside it; tf.profiler of 2.2 or "
       "later writes one"},
      {"[{\"name\": \"page\", \"ph\": \"X\"}]",
       "a Chrome trace of another program; give what tf.profiler, "
       "jax.profiler or a session's RunMetadata wrote"},
      {"HloModule f, entry_computation_layout={()->f32[]}",
       "an HLO module as text, which is not read; give the .hlo.pb beside it "
       "(--xla_dump_hlo_as_proto) or the XSpace that ran it"},
      {std::string("PK\x03\x04\x14\0\0\0....config.json", 23),
       "a Keras model, which has layers and no graph; tf.saved_model.save "
       "writes one"},
      {"\x89HDF\r\n\x1a\n........",
       "a Keras model, which has layers and no graph; tf.saved_model.save "
       "writes one"},
      {"\x1c\x01\x02\x03TFL3....",
       "a TensorFlow Lite model, which is not read"},
      {std::string("SQLite format 3\0\x10\0\2\2", 20),
       "an SQLite database, which is not a dump; give a history of runs to "
       "trend --store and gate --baseline, not by a pipe"}};
  for (const auto& [content, words] : files) {
    INFO(words);
    const Format* const format = Recognise(content);
    REQUIRE(format != nullptr);
    CHECK(std::string(format->words).append(format->advice) == words);
    CHECK(format->read == nullptr);
  }
}

TEST_CASE("a file that was cut short is still of its kind") {
  for (const Opening& sample : Binaries()) {
    if (sample.bytes.size() < 20) continue;
    // Less than the last record is missing.
    const std::string cut = sample.bytes.substr(0, sample.bytes.size() - 3);
    INFO(sample.what);
    CHECK(WordsOf(Recognise(cut)) == sample.words);
  }
}

TEST_CASE("names with any characters but control characters do not matter") {
  tf::GraphDef graph = Graph();
  graph.mutable_node(0)->set_name("Grüße/日本語");
  CHECK(WordsOf(Recognise(graph.SerializeAsString())) == "a GraphDef");
  // Longer than what is looked at, with the cut inside a character.
  for (size_t pad = 0; pad < 4; ++pad) {
    std::string name(pad, 'x');
    while (name.size() < 400) name += "日";
    graph.mutable_node(0)->set_name(name);
    CHECK(WordsOf(Recognise(graph.SerializeAsString())) == "a GraphDef");
  }
}

TEST_CASE("of a stream, a record that is cut short is waited for") {
  tf::GraphDef graph = Graph();
  auto& value = (*graph.mutable_node(0)->mutable_attr())["value"];
  value.set_s(std::string(1000, 'x'));
  const std::string whole = graph.SerializeAsString();
  for (size_t size = 8; size <= whole.size(); ++size) {
    CAPTURE(size);
    CHECK(IsWorthReadingOn(whole.substr(0, size)));
  }
  // Field 15 of wire type 7, which does not exist.
  CHECK_FALSE(IsWorthReadingOn(whole + "\x7f" + whole));
  CHECK(IsWorthReadingOn("node { name: \"a\" op: \"b\" }"));
  CHECK_FALSE(IsWorthReadingOn("shopping list: bread"));
}

TEST_CASE("random bytes are none of our streams") {
  std::string bytes(size_t{1} << 20, '\0');
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    for (size_t i = 0; i < bytes.size(); i += sizeof(uint64_t)) {
      const uint64_t word = random();
      std::memcpy(&bytes[i], &word, sizeof(word));
    }
    CAPTURE(seed);
    CHECK_FALSE(IsWorthReadingOn(bytes));
  }
}

TEST_CASE("every file of the test data is of the kind its name says") {
  size_t seen = 0;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(TFPROF_TESTDATA)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    const std::string_view words =
        name.starts_with("run_meta")  ? "a RunMetadata"
        : name.starts_with("graph.p") ? "a GraphDef"
        : name == "op_log"            ? "an OpLogProto"
        : name == "tfprof_log"        ? "an OpLogProto"
        : name.ends_with(".index")    ? "a checkpoint index"
                                      : "";
    if (words.empty()) continue;
    ++seen;
    INFO(entry.path());
    CHECK(WordsOf(Recognise(ReadFile(entry.path().string()))) == words);
  }
  CHECK(seen > 10);
}

}  // namespace tfprof
