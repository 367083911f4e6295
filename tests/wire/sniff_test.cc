// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/sniff.h"

#include <filesystem>
#include <string>

#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
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

struct Sample {
  std::string what;
  FileKind kind;
  std::string bytes;
};

// A file of each kind, and the parts of it that are likeliest to be mistaken.
std::vector<Sample> Binaries() {
  const auto bytes = [](const auto& message) {
    return message.SerializeAsString();
  };
  std::vector<Sample> samples = {
      {"graph", FileKind::kGraph, bytes(Graph())},
      {"run", FileKind::kRunMetadata, bytes(Run())},
      {"step", FileKind::kStepStats, bytes(Step())},
      {"op log", FileKind::kOpLog, bytes(OpLog())},
      {"profile", FileKind::kProfile, bytes(Profile())}};
  const auto add = [&](const char* what, FileKind kind, const auto& message) {
    samples.push_back({what, kind, bytes(message)});
  };
  tf::GraphDef versions;
  versions.mutable_versions()->set_producer(1645);
  add("graph with nothing but versions", FileKind::kGraph, versions);
  tf::RunMetadata empty_step;
  empty_step.mutable_step_stats();
  add("run with an empty step", FileKind::kRunMetadata, empty_step);
  tf::RunMetadata graphs;
  *graphs.add_partition_graphs() = Graph();
  add("run with nothing but graphs", FileKind::kRunMetadata, graphs);
  tf::RunMetadata cost;
  auto& cost_node = *cost.mutable_cost_graph()->add_node();
  cost_node.set_name("n");
  cost_node.add_input_info()->set_preceding_node(1);
  cost_node.set_compute_cost(5);
  add("run with nothing but costs", FileKind::kRunMetadata, cost);
  tf::tfprof::OpLogProto strings;
  (*strings.mutable_id_to_string())[0] = "none";
  add("op log with nothing but strings", FileKind::kOpLog, strings);
  tf::tfprof::OpLogProto traces;
  traces.add_log_entries()->set_name("n");
  traces.mutable_log_entries(0)->mutable_code_def()->add_traces()->set_lineno(
      3);
  add("op log with traces", FileKind::kOpLog, traces);
  tf::MetaGraphDef meta;
  *meta.mutable_graph_def() = Graph();
  add("meta graph", FileKind::kMetaGraph, meta);
  tf::SavedModel model;
  model.set_saved_model_schema_version(1);
  *model.add_meta_graphs() = meta;
  add("saved model", FileKind::kSavedModel, model);
  return samples;
}

}  // namespace

TEST_CASE("binary files are told apart by the shape of their records") {
  for (const Sample& sample : Binaries()) {
    INFO(sample.what);
    CHECK(KindWords(Sniff(sample.bytes)) == KindWords(sample.kind));
    CHECK(CouldBe(sample.kind, sample.bytes));
  }
}

TEST_CASE("text files are told apart by their first field") {
  const std::pair<const char*, FileKind> texts[] = {
      {"node { name: 'n' }", FileKind::kGraph},
      {"# graph\nversions { producer: 1 }", FileKind::kGraph},
      {"meta_info_def { }", FileKind::kMetaGraph},
      {"saved_model_schema_version: 1", FileKind::kSavedModel},
      {"step_stats {\n}", FileKind::kRunMetadata},
      {"dev_stats { device: '/cpu:0' }", FileKind::kStepStats},
      {"log_entries { name: 'n' }", FileKind::kOpLog},
      {"id_to_string { key: 1 }", FileKind::kOpLog},
      {"nodes { key: 1 }", FileKind::kProfile},
      {"steps: 3", FileKind::kProfile},
      {"", FileKind::kEmpty},
      {"# nothing but a comment\n", FileKind::kEmpty},
      {"future_field: 3", FileKind::kUnknown}};
  for (const auto& [text, kind] : texts) {
    INFO(text);
    CHECK(KindWords(Sniff(text)) == KindWords(kind));
  }
  CHECK(CouldBe(FileKind::kProfile, "id_to_string { key: 1 }"));
}

TEST_CASE("other files are of no known kind") {
  for (const std::string& content :
       {std::string("{\"traceEvents\": []}"), std::string("\nHello, you\n"),
        std::string("\x89PNG\r\n\x1a\n", 8), std::string(100, '\0'),
        std::string("\x7f"
                    "ELF\x02\x01\x01",
                    7),
        std::string("scope\n")}) {
    INFO(content);
    CHECK(Sniff(content) == FileKind::kUnknown);
  }
}

TEST_CASE("an event file is known by its first record") {
  const std::string head(
      "\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22"
      "\x09\0\0\x80\xe8\x1f\x63\xd9\x41\x1a\x0d",
      23);
  CHECK(Sniff(head + "brain.Event:2....") == FileKind::kEventFile);
}

TEST_CASE("a file that was cut short is still of its kind") {
  for (const Sample& sample : Binaries()) {
    if (sample.bytes.size() < 20) continue;
    // Less than the last record is missing.
    const std::string cut = sample.bytes.substr(0, sample.bytes.size() - 3);
    INFO(sample.what);
    CHECK(KindWords(Sniff(cut)) == KindWords(sample.kind));
  }
}

TEST_CASE("names with any characters but control characters do not matter") {
  tf::GraphDef graph = Graph();
  graph.mutable_node(0)->set_name("Grüße/日本語");
  CHECK(Sniff(graph.SerializeAsString()) == FileKind::kGraph);
  // Longer than what is looked at, with the cut inside a character.
  for (size_t pad = 0; pad < 4; ++pad) {
    std::string name(pad, 'x');
    while (name.size() < 400) name += "日";
    graph.mutable_node(0)->set_name(name);
    CHECK(Sniff(graph.SerializeAsString()) == FileKind::kGraph);
  }
}

TEST_CASE("every file of the test data is of the kind its name says") {
  size_t seen = 0;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(TFPROF_TESTDATA)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    const FileKind kind = name.starts_with("run_meta")  ? FileKind::kRunMetadata
                          : name.starts_with("graph.p") ? FileKind::kGraph
                          : name == "op_log"            ? FileKind::kOpLog
                          : name == "tfprof_log"        ? FileKind::kOpLog
                          : name.ends_with(".index")
                              ? FileKind::kCheckpointIndex
                              : FileKind::kUnknown;
    if (kind == FileKind::kUnknown) continue;
    ++seen;
    INFO(entry.path());
    CHECK(KindWords(Sniff(ReadFile(entry.path().string()))) == KindWords(kind));
  }
  CHECK(seen > 10);
}

}  // namespace tfprof
