// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "model/profile_builder.h"
#include "model/step_values.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A host with steps 0 and 1, in which operations took that many picoseconds.
class HostMaker {
 public:
  HostMaker() : recording_(std::make_shared<Recording>()) {
    recording_->devices.push_back(
        {Recording::Device::Kind::kHost, "/device:cpu:0", 1, 0});
    for (const int64_t step : {0, 1}) {
      Recording::Step marked;
      marked.number = step;
      marked.length_ps = 5'000'000;
      recording_->steps.push_back(marked);
    }
  }

  void Add(int64_t step, const std::string& name, int64_t ps) {
    Recording::Row row;
    row.name = recording_->strings.Intern(name);
    row.type = recording_->strings.Intern("Op");
    const auto index = static_cast<uint32_t>(recording_->rows.size());
    recording_->rows.push_back(row);
    recording_->cell_runs.push_back({step, index, index + 1});
    recording_->cells.Push({ps, ps, 1, index});
  }

  std::shared_ptr<const Recording> Get() const { return recording_; }

 private:
  std::shared_ptr<Recording> recording_;
};

Profile ProfileOf(const std::vector<HostMaker>& hosts, const Rules& rules,
                  const char* defined = nullptr) {
  Diagnostics diagnostics;
  ProfileBuilder builder(rules, diagnostics);
  if (defined != nullptr) {
    NodeDefinition node;
    node.name = defined;
    node.op = "Defined";
    builder.AddNode(node);
  }
  for (const HostMaker& host : hosts) builder.AddRecording(host.Get());
  auto profile = builder.Finish();
  REQUIRE(profile.has_value());
  return std::move(*profile);
}

int64_t MicrosAt(const Profile& profile, std::optional<int64_t> step,
                 const char* name) {
  const NodeId node = profile.FindNode(name);
  REQUIRE(node.valid());
  return ComputeStepValues(profile, step).Of(Measure::kMicros, node);
}

}  // namespace

TEST_CASE("numbers of inlined bodies are no part of a name") {
  CHECK(WithoutInlineNumbers("while/body/_12/add") == "while/body/add");
  CHECK(WithoutInlineNumbers("a/then/_1/b/branch_3/_45/c") ==
        "a/then/b/branch_3/c");
  CHECK(WithoutInlineNumbers("cond/_7") == "cond/");
  // Names of the user's that only look like it.
  for (const char* name :
       {"a/_12/add", "body/_x/add", "body", "body/12/a", "branch_x/_1/a", ""}) {
    CHECK(WithoutInlineNumbers(name) == name);
  }
}

TEST_CASE("times of recordings are rounded when they are added up") {
  HostMaker host;
  // Each rounds to 0, all of them do not.
  for (int i = 0; i < 4; ++i) host.Add(0, "tiny", 400'000);
  host.Add(1, "tiny", 2'000'000);
  const Profile profile = ProfileOf({host}, kCorrectedRules);
  CHECK(MicrosAt(profile, 0, "tiny") == 2);
  CHECK(MicrosAt(profile, std::nullopt, "tiny") == 2);  // of 1.8
  CHECK(profile.steps == std::vector<int64_t>{0, 1});
  CHECK(profile.step_table.steps[0].LengthNs() == 5000);
}

TEST_CASE("what ran in no step is no node") {
  HostMaker host;
  host.Add(Recording::kNoStep, "outside", 1'000'000);
  host.Add(0, "a", 1'000'000);
  const Profile profile = ProfileOf({host}, kCorrectedRules);
  CHECK(profile.nodes.size() == 1);
}

TEST_CASE("rows of one name cover its node, however long the name is") {
  for (const size_t size : {5, 500}) {
    HostMaker host;
    const std::string name(size, 'a');
    host.Add(0, name, 2'000'000);
    host.Add(0, name, 3'000'000);
    const Profile profile = ProfileOf({host}, {});
    CHECK(profile.nodes.size() == 1);
    CHECK(profile.covered_nodes == 1);
    CHECK(MicrosAt(profile, 0, name.c_str()) == 5);
  }
}

TEST_CASE("hosts add up by step") {
  HostMaker host;
  host.Add(0, "a", 3'000'000);
  host.Add(1, "a", 5'000'000);
  const Profile profile = ProfileOf({host, host}, kCorrectedRules);
  CHECK(MicrosAt(profile, 0, "a") == 6);
  // An average over steps, not over steps and hosts.
  CHECK(MicrosAt(profile, std::nullopt, "a") == 8);
  CHECK(profile.step_table.steps.size() == 2);
}

TEST_CASE("a recording and a graph meet by name") {
  HostMaker host;
  host.Add(0, "loop/body/_3/add", 3'000'000);
  const Profile corrected = ProfileOf({host}, kCorrectedRules, "loop/body/add");
  REQUIRE(corrected.nodes.size() == 1);
  CHECK(corrected.strings[corrected.nodes.op[0]] == "Defined");
  CHECK(MicrosAt(corrected, 0, "loop/body/add") == 3);
  CHECK(ProfileOf({host}, kReferenceRules, "loop/body/add").nodes.size() == 2);
}

TEST_CASE("an op log tells of nodes that only a recording has") {
  HostMaker host;
  host.Add(0, "a", 3'000'000);
  Diagnostics diagnostics;
  ProfileBuilder builder(kCorrectedRules, diagnostics);
  builder.AddRecording(host.Get());
  const FrameRecord frames[] = {{.file = "train.py", .line = 7}};
  const StackId stack = builder.AddStack(frames);
  builder.AddOpLogEntry({.name = "a", .float_ops = 12, .stack = stack});
  builder.AddOpLogEntry({.name = "b", .float_ops = 5, .stack = stack});
  const auto profile = builder.Finish();
  REQUIRE(profile.has_value());
  REQUIRE(profile->nodes.size() == 1);
  CHECK(profile->nodes.float_ops[0] == 12);
  CHECK(profile->has_code_traces);
  CHECK(profile->stacks[profile->nodes.stack[0].value].size() == 1);
}

}  // namespace tfprof
