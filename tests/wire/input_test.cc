// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/input.h"

#include <chrono>
#include <filesystem>
#include <string>

#include "model/graph.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/paths.h"
#include "support/stdin_from.h"
#include "support/temp_dir.h"
#include "wire/intake/natural_order.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

const char kGraph[] = "node { name: 'n' op: 'Add' }";
const char kRun[] = "step_stats { dev_stats { device: '/cpu:0' } }";
const char kOpLog[] = "log_entries { name: 'n' }";
const char kProfile[] = "steps: 3";

// The picked files, a line each: "role path step", the path within `folder`.
Lines Picked(const TempDir& folder, const Inputs& inputs) {
  const auto files = ResolveInputs(inputs);
  if (!files.has_value()) return {files.error().message};
  Lines lines;
  for (const PickedFile& file : *files) {
    std::string path = file.path;
    if (path.starts_with(folder.path())) {
      path = path.substr(folder.path().size() + 1);
    }
    lines.push_back(
        fmt::format("{} {} {}", RoleWords(file.role), path, file.step));
  }
  return lines;
}

Lines PickedFrom(const TempDir& folder) {
  Inputs inputs;
  inputs.dumps = {folder.path()};
  return Picked(folder, inputs);
}

Lines LinesRead(const Inputs& inputs) {
  const auto files = ResolveInputs(inputs);
  if (!files.has_value()) return {files.error().message};
  LineSink sink;
  Diagnostics diagnostics;
  const Status status = ReadInputs(*files, inputs, sink, diagnostics);
  return status.has_value() ? sink.lines : Lines{status.error().message};
}

}  // namespace

TEST_CASE("a folder offers everything that is found in it") {
  const TempDir dir;
  WriteFile(dir / "graph.pbtxt", kGraph);
  WriteFile(dir / "run_meta_2", kRun);
  WriteFile(dir / "run_meta_10", kRun);
  WriteFile(dir / "tfprof_log", kOpLog);
  WriteFile(dir / "ckpt.index", "");
  WriteFile(dir / "ckpt.meta", "meta_info_def {}");
  WriteFile(dir / "profile_100", kProfile);
  WriteFile(dir / "notes.txt", "hello");
  WriteFile(dir / ".hidden", kGraph);
  std::filesystem::create_directory(dir / "sub");
  WriteFile(dir / "sub/graph.pb", "");
  CHECK(PickedFrom(dir) ==
        Lines{"graph graph.pbtxt 0", "op log tfprof_log 0", "checkpoint ckpt 0",
              "run metadata run_meta_2 2", "run metadata run_meta_10 10",
              "ignored ckpt.meta 0", "ignored notes.txt 0",
              "ignored profile_100 0"});
}

TEST_CASE("a graph of any name is found when there is one") {
  const TempDir dir;
  WriteFile(dir / "model.txt", kGraph);
  CHECK(PickedFrom(dir) == Lines{"graph model.txt 0"});
  WriteFile(dir / "other.txt", kGraph);
  CHECK(PickedFrom(dir) ==
        Lines{dir / "model.txt" + " and " + dir / "other.txt" +
              ": both could be the graph; decide with --graph_path"});
  WriteFile(dir / "graph.pb", "");
  CHECK(PickedFrom(dir) == Lines{"graph graph.pb 0", "ignored model.txt 0",
                                 "ignored other.txt 0"});
}

TEST_CASE("two candidates for a role are an error that names the flag") {
  const TempDir dir;
  WriteFile(dir / "graph.pb", "");
  const auto conflict = [&](const char* a, const char* b) {
    WriteFile(dir / a, "");
    WriteFile(dir / b, "");
    const Lines picked = PickedFrom(dir);
    REQUIRE(picked.size() == 1);
    std::filesystem::remove(dir / a);
    return picked[0].substr(picked[0].find(": ") + 2);
  };
  CHECK(conflict("op_log", "tfprof_log") ==
        "both could be the op log; decide with --op_log_path");
  CHECK(conflict("a.index", "b.index") ==
        "both could be the checkpoint; decide with --checkpoint_path");
  CHECK(conflict("graph.pb", "graph.pbtxt") ==
        "both could be the graph; decide with --graph_path");
}

TEST_CASE("a flag overrides what a folder offers for its role") {
  const TempDir dir;
  WriteFile(dir / "graph.pb", "");
  WriteFile(dir / "graph.pbtxt", kGraph);
  WriteFile(dir / "run_meta_5", kRun);
  WriteFile(dir / "op_log", kOpLog);
  Inputs inputs;
  inputs.dumps = {dir.path() + "/"};
  inputs.graph_path = "elsewhere.pb";
  inputs.run_meta_paths = {"b", "a"};
  CHECK(Picked(dir, inputs) ==
        Lines{"graph elsewhere.pb 0", "op log op_log 0", "run metadata b 0",
              "run metadata a 1", "ignored graph.pb 0", "ignored graph.pbtxt 0",
              "ignored run_meta_5 0"});
}

TEST_CASE("a profile counts only where there is no graph") {
  const TempDir dir;
  WriteFile(dir / "profile_100", kProfile);
  WriteFile(dir / "run_meta_0", kRun);
  WriteFile(dir / "op_log", kOpLog);
  WriteFile(dir / "ckpt.index", "");
  CHECK(PickedFrom(dir) == Lines{"profile profile_100 0", "checkpoint ckpt 0",
                                 "ignored op_log 0", "ignored run_meta_0 0"});
  WriteFile(dir / "profile_200", kProfile);
  CHECK(PickedFrom(dir)[0].ends_with(
      ": both could be the profile; decide with --profile_path"));
  WriteFile(dir / "graph.pb", "");
  CHECK(PickedFrom(dir) ==
        Lines{"graph graph.pb 0", "op log op_log 0", "checkpoint ckpt 0",
              "run metadata run_meta_0 0", "ignored profile_100 0",
              "ignored profile_200 0"});
}

TEST_CASE("a profile excludes the flags for what it holds") {
  const TempDir dir;
  Inputs inputs;
  inputs.profile_path = "p";
  inputs.op_log_path = "o";
  inputs.checkpoint_path = "c";
  CHECK(Picked(dir, inputs) == Lines{"profile p 0", "checkpoint c 0"});
  inputs.run_meta_paths = {"r"};
  const auto refused = ResolveInputs(inputs);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kInvalidArgument);
  CHECK(refused.error().message ==
        "--profile_path is set, do not set --graph_path or --run_meta_path");
}

TEST_CASE("steps are numbered by their names when that is possible") {
  using Numbers = std::vector<int64_t>;
  CHECK(StepNumbers({"a/step_9", "a/step_10"}) == Numbers{9, 10});
  CHECK(StepNumbers({"run_meta_3.pb.gz"}) == Numbers{3});
  CHECK(StepNumbers({"w1_step4", "w2_step5"}) == Numbers{4, 5});
  CHECK(StepNumbers({"w1_step4", "w2_step4"}) == Numbers{0, 1});
  CHECK(StepNumbers({"run_meta", "run_meta_8"}) == Numbers{0, 1});
  CHECK(StepNumbers({"dir_7/run"}) == Numbers{0});
  CHECK(StepNumbers({"/dev/fd/63", "/dev/fd/62"}) == Numbers{0, 1});
  CHECK(StepNumbers({"step99999999999999999999"}) == Numbers{0});
  CHECK(StepNumbers({}).empty());
}

TEST_CASE("names are in natural order") {
  const char* const ordered[] = {"",    "a",    "a1", "a01", "a2",
                                 "a2b", "a2b3", "a9", "a10", "a010b",
                                 "a11", "ab",   "b0"};
  for (size_t i = 0; i < std::size(ordered); ++i) {
    for (size_t j = 0; j < std::size(ordered); ++j) {
      INFO(ordered[i] << " and " << ordered[j]);
      const bool before = NaturallyBefore(ordered[i], ordered[j]);
      const bool after = NaturallyBefore(ordered[j], ordered[i]);
      CHECK(before != (after || i == j));
      if (i < j && std::string_view(ordered[i]) != "a1") CHECK(before);
    }
  }
}

TEST_CASE("what is missing, or of no use, is named") {
  const TempDir dir;
  Inputs inputs;
  inputs.dumps = {dir / "nowhere"};
  auto result = ResolveInputs(inputs);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kNotFound);
  CHECK(result.error().message == dir / "nowhere: no such file or folder");
  WriteFile(dir / "notes", "hello");
  inputs.dumps = {dir.path()};
  result = ResolveInputs(inputs);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kNotFound);
  CHECK(result.error().message ==
        dir.path() +
            ": nothing to read in this folder; looked for a graph, run "
            "metadata, op_log, *.index, a saved profile, event files and "
            "*.xplane.pb");
  WriteFile(dir / "events", std::string(20, '\1') +
                                "\x1a\x0d"
                                "brain.Event:2");
  inputs.dumps = {dir / "events"};
  CHECK(Picked(dir, inputs)[0].starts_with(
      dir / "events: byte 0: the length of a record has a wrong checksum"));
  inputs.dumps = {dir / "notes"};
  CHECK(Picked(dir, inputs)[0] ==
        dir /
            "notes: is of no known kind; say what it is with --graph_path, "
            "--run_meta_path, --op_log_path or --profile_path");
}

TEST_CASE("a log folder has its profile further down") {
  const TempDir dir;
  namespace fs = std::filesystem;
  const std::string space("\x0a\x0b\x12\x09/host:CPU", 13);
  const auto add_run = [&](const std::string& name) {
    fs::create_directories(dir / name);
    WriteFile(dir / (name + "/vm.xplane.pb"), space);
  };
  add_run("train/plugins/profile/a");
  const std::string file = dir / "train/plugins/profile/a/vm.xplane.pb";
  CHECK(PickedFrom(dir) ==
        Lines{"XSpace train/plugins/profile/a/vm.xplane.pb 0"});
  add_run("plugins/profile/b");
  fs::last_write_time(file,
                      fs::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(PickedFrom(dir) ==
        Lines{"XSpace train/plugins/profile/a/vm.xplane.pb 0"});
  add_run("plugins/profile/2024_01_31_09_00_00");
  fs::remove_all(dir / "plugins/profile/b");
  fs::remove_all(dir / "train");
  add_run("train/plugins/profile/2024_01_31_10_00_00");
  add_run("plugins/profile/2023_12_31_23_00_00");
  const auto newest = fs::file_time_type::clock::now() + std::chrono::hours(2);
  fs::last_write_time(dir / "plugins/profile/2023_12_31_23_00_00/vm.xplane.pb",
                      newest);
  CHECK(PickedFrom(dir) ==
        Lines{"XSpace train/plugins/profile/2024_01_31_10_00_00/vm.xplane.pb "
              "0"});
  // A graph beside the runs belongs to the newest.
  WriteFile(dir / "graph.pb", "");
  CHECK(PickedFrom(dir) ==
        Lines{"graph graph.pb 0",
              "XSpace train/plugins/profile/2024_01_31_10_00_00/vm.xplane.pb "
              "0"});
}

TEST_CASE("a rendering names the file that it was made from") {
  const TempDir dir;
  WriteFile(dir / "vm.trace.json",
            "{\"traceEvents\":[{\"args\":{\"name\":\"/host:CPU\"}}]}");
  WriteFile(dir / "vm.xplane.pb", "");
  Inputs inputs;
  inputs.dumps = {dir / "vm.trace.json"};
  CHECK(Picked(dir, inputs)[0].ends_with(": " + (dir / "vm.xplane.pb")));
}

TEST_CASE("files given alone are told apart by content") {
  const TempDir dir;
  WriteFile(dir / "g", kGraph);
  WriteFile(dir / "r7", kRun);
  WriteFile(dir / "l", kOpLog);
  Inputs inputs;
  inputs.dumps = {dir / "l", dir / "r7", dir / "g"};
  CHECK(Picked(dir, inputs) ==
        Lines{"graph g 0", "op log l 0", "run metadata r7 7"});
  CHECK(LinesRead(inputs) == Lines{"node n Add <>", "entry n 0 <> -", "step 7",
                                   "device /cpu:0", "end"});
}

TEST_CASE("standard input is read once and understood") {
  const TempDir dir;
  WriteFile(dir / "g", kGraph);
  const StdinFrom input(dir / "g");
  Inputs inputs;
  inputs.dumps = {"-"};
  CHECK(LinesRead(inputs) == Lines{"node n Add <>"});
}

TEST_CASE("compressed files are read, their numbers taken before the suffix") {
  const TempDir dir;
  tf::RunMetadata run;
  run.mutable_step_stats();
  WriteFile(dir / "graph.pb.gz", Gzip(kGraph));
  WriteFile(dir / "run_meta_4.gz", Gzip(run.SerializeAsString()));
  CHECK(PickedFrom(dir) ==
        Lines{"graph graph.pb.gz 0", "run metadata run_meta_4.gz 4"});
  Inputs inputs;
  inputs.dumps = {dir.path()};
  CHECK(LinesRead(inputs) == Lines{"node n Add <>", "step 4", "end"});
}

TEST_CASE("a file that a flag gives for the wrong role is refused") {
  const TempDir dir;
  WriteFile(dir / "run_meta_0", kRun);
  WriteFile(dir / "graph.pb", kGraph);
  Inputs inputs;
  inputs.graph_path = dir / "run_meta_0";
  CHECK(LinesRead(inputs)[0] ==
        dir /
            "run_meta_0: is a RunMetadata, but --graph_path needs a "
            "GraphDef");
  inputs.graph_path = "";
  inputs.run_meta_paths = {dir / "graph.pb"};
  CHECK(LinesRead(inputs)[0] ==
        dir /
            "graph.pb: is a GraphDef, but --run_meta_path needs a "
            "RunMetadata");
}

TEST_CASE("a flag takes the formats that hold what it asks for") {
  const TempDir dir;
  tf::MetaGraphDef meta;
  tf::NodeDef& node = *meta.mutable_graph_def()->add_node();
  node.set_name("n");
  node.set_op("Add");
  WriteFile(dir / "meta", meta.SerializeAsString());
  tf::StepStats step;
  step.add_dev_stats()->set_device("/cpu:0");
  step.mutable_dev_stats(0)->add_node_stats()->set_node_name("n");
  WriteFile(dir / "step", step.SerializeAsString());
  Inputs inputs;
  inputs.graph_path = dir / "meta";
  inputs.run_meta_paths = {dir / "step"};
  CHECK(LinesRead(inputs) == Lines{"node n Add <>", "step 0", "device /cpu:0",
                                   "exec n start=0 end=0 temp=0 persistent=0",
                                   "end"});
}

TEST_CASE("steps are handed on in order, however many threads read them") {
  const TempDir dir;
  Inputs inputs;
  for (int step = 0; step < 9; ++step) {
    inputs.run_meta_paths.push_back(dir / fmt::format("run_meta_{}", step));
    WriteFile(inputs.run_meta_paths.back(), kRun);
  }
  const Lines expected = LinesRead(inputs);
  CHECK(expected.size() == 27);
  inputs.jobs = 4;
  CHECK(LinesRead(inputs) == expected);
  WriteFile(dir / "run_meta_5", "colour: 3");
  CHECK(LinesRead(inputs)[0].starts_with(dir / "run_meta_5: line 1"));
}

TEST_CASE("a file of no known kind is read as the flag says") {
  const TempDir dir;
  WriteFile(dir / "bad", std::string("\x0a\x05\x0a", 3));
  Inputs inputs;
  inputs.run_meta_paths = {dir / "bad"};
  CHECK(LinesRead(inputs)[0].starts_with(dir / "bad: byte 0: a value runs"));
  WriteFile(dir / "bad", "colour: 3");
  CHECK(LinesRead(inputs)[0].starts_with(
      dir / "bad: line 1, column 7: message type"));
}

TEST_CASE("an empty file is what its flag says") {
  const TempDir dir;
  WriteFile(dir / "empty", "");
  Inputs inputs;
  inputs.graph_path = inputs.op_log_path = dir / "empty";
  inputs.run_meta_paths = {dir / "empty"};
  CHECK(LinesRead(inputs).empty());
  inputs = {};
  inputs.profile_path = dir / "empty";
  CHECK(LinesRead(inputs)[0].starts_with(dir / "empty: is empty, but"));
}

TEST_CASE("a checkpoint in a folder may be compressed, and has its data") {
  const TempDir folder;
  const std::filesystem::path dir = folder.path();
  WriteFile(dir / "graph.pbtxt", kGraph);
  WriteFile(dir / "model.index.gz", "");
  WriteFile(dir / "model.data-00000-of-00001.gz", "");
  CHECK(PickedFrom(folder) ==
        Lines{"graph graph.pbtxt 0", "checkpoint model 0"});
}

// How many nodes a graph of the recorded files has, as it is defined and for
// views.
std::pair<size_t, size_t> NodesOf(const std::string& name, Inputs inputs = {}) {
  inputs.dumps = {TFPROF_TESTDATA "/artefacts/" + name};
  const auto files = ResolveInputs(inputs).value();
  Diagnostics diagnostics;
  GraphBuilder defined;
  REQUIRE(ReadInputs(files, inputs, defined, diagnostics).has_value());
  size_t for_views = 0;
  for (const std::string& line : LinesRead(inputs)) {
    for_views += line.starts_with("node ") ? 1 : 0;
  }
  return {defined.Finish().at(0).main_nodes, for_views};
}

TEST_CASE("graphs of TensorFlow 2 are read wherever they are kept") {
  using Counts = std::pair<size_t, size_t>;
  CHECK(NodesOf("module_savedmodel") == Counts{9, 72});
  Inputs never;
  never.expand_functions = ExpandFunctions::kNever;
  CHECK(NodesOf("module_savedmodel", never) == Counts{9, 9});
  // Several functions, each under graph_N/, as TensorBoard puts them together.
  CHECK(NodesOf("tf2_trace").first == 19);
  CHECK(NodesOf("tf2_trace").second > 19);
  CHECK(NodesOf("tf2_run_metadata.pb").first > 0);
  CHECK(NodesOf("tf1_events") == Counts{18, 18});
}

TEST_CASE("an event file gives steps by their numbers, others come first") {
  const std::string events = TFPROF_TESTDATA "/artefacts/tf1_events";
  const TempDir dir;
  Inputs inputs;
  inputs.dumps = {events};
  const auto files = ResolveInputs(inputs).value();
  REQUIRE(files.size() == 4);
  CHECK(files[0].role == Role::kGraph);
  CHECK(files[3].step == 2);
  CHECK(files[3].Name().ends_with(": run metadata 'step002'"));
  WriteFile(dir / "graph.pb", kGraph);
  inputs.dumps = {events, dir.path()};
  CHECK(LinesRead(inputs)[0] == "node n Add <>");
  inputs.graph.tag = "other";
  inputs.dumps = {TFPROF_TESTDATA "/artefacts/tf2_trace"};
  CHECK(LinesRead(inputs)[0].ends_with(
      "has no graph with the tag 'other'; it has the tags my_trace"));
}

}  // namespace tfprof
