// SPDX-License-Identifier: Apache-2.0
// Folders of a Saver, and steps that lie in a folder twice.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"
#include "wire/intake/input.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

// "name" of each file that is read, "(name)" of each that is ignored, and
// notes; or the error. Paths are within the folder.
Lines PickedIn(const TempDir& folder) {
  Inputs inputs;
  inputs.dumps = {folder.path()};
  const auto within = [&](std::string text) {
    const std::string above = folder.path() + "/";
    for (size_t at = 0; (at = text.find(above, at)) != std::string::npos;) {
      text.erase(at, above.size());
    }
    return text;
  };
  const auto files = ResolveInputs(inputs);
  if (!files.has_value()) return {within(files.error().message)};
  Lines lines;
  for (const PickedFile& file : *files) {
    const bool is_read = file.role != Role::kIgnored;
    lines.push_back(within(is_read ? file.path : "(" + file.path + ")"));
    if (file.notes == nullptr) continue;
    for (const std::string& note : *file.notes) lines.push_back(within(note));
  }
  return lines;
}

void WriteMeta(const TempDir& folder, std::string_view name) {
  WriteFile(
      folder / name,
      fmt::format("graph_def {{ node {{ name: '{}' op: 'Add' }} }}", name));
}

std::string StepText(int64_t start, std::string_view name) {
  return fmt::format(
      "step_stats {{ dev_stats {{ device: '/cpu:0' node_stats {{\n"
      "  node_name: '{}'\n  all_start_micros: {}\n  op_end_rel_micros: 3\n"
      "  memory_stats {{ temp_memory_size: 7 }}\n}} }} }}\n",
      name, start);
}

}  // namespace

TEST_CASE(
    "of several graphs of a Saver the one that checkpoint names is read") {
  TempDir folder;
  WriteMeta(folder, "m-100.meta");
  WriteMeta(folder, "m-90.meta");
  WriteFile(folder / "checkpoint",
            "model_checkpoint_path: \"/data/run/m-90\"\n"
            "all_model_checkpoint_paths: \"/data/run/m-100\"\n");
  CHECK(PickedIn(folder) == Lines{"m-90.meta",
                                  "m-90.meta: of 2, the one that checkpoint "
                                  "names",
                                  "(checkpoint)", "(m-100.meta)"});
}

TEST_CASE("without a name that is there nobody knows which graph is meant") {
  TempDir folder;
  WriteMeta(folder, "m-90.meta");
  WriteMeta(folder, "m-100.meta");
  const Lines both = {
      "m-90.meta and m-100.meta: both could be the graph; decide with "
      "--graph_path"};
  CHECK(PickedIn(folder) == both);
  WriteFile(folder / "checkpoint", "all_model_checkpoint_paths: \"m-90\"\n");
  CHECK(PickedIn(folder) == both);
  WriteFile(folder / "checkpoint", "model_checkpoint_path: \"m-80\"\n");
  CHECK(PickedIn(folder) ==
        Lines{"checkpoint: names m-80.meta, which is not in the folder; choose "
              "one of its 2 graphs with --graph_path"});
}

TEST_CASE("one graph needs no checkpoint to name it") {
  TempDir folder;
  WriteMeta(folder, "m-90.meta");
  WriteFile(folder / "checkpoint", "model_checkpoint_path: \"m-80\"\n");
  CHECK(PickedIn(folder) == Lines{"m-90.meta", "(checkpoint)"});
}

TEST_CASE("a step that lies twice in a folder is read once, and is named") {
  TempDir folder;
  WriteFile(folder / "a.txt", StepText(1000, "n"));
  WriteFile(folder / "run_meta_1", "# the same\n" + StepText(1000, "n"));
  WriteFile(folder / "run_meta_2", StepText(2000, "n"));
  // They begin together, and that is all.
  WriteFile(folder / "run_meta_3", StepText(2000, "other"));
  CHECK(PickedIn(folder) == Lines{"a.txt",
                                  "a.txt and run_meta_1 are the same step",
                                  "run_meta_2", "run_meta_3", "(run_meta_1)"});
}

TEST_CASE("a text with the names of TensorFlow 1.3 is the same step") {
  TempDir folder;
  std::string old = StepText(1000, "n");
  old.replace(old.find("temp_memory"), 4, "host_temp");
  WriteFile(folder / "run_meta_1", StepText(1000, "n"));
  WriteFile(folder / "run_meta_2", old);
  CHECK(PickedIn(folder)[1] == "run_meta_1 and run_meta_2 are the same step");
}

}  // namespace tfprof
