// SPDX-License-Identifier: Apache-2.0
// Saved profiles, through the program.
#include <string>
#include <vector>

#include <google/protobuf/util/message_differencer.h>

#include "app.h"
#include "proto/tfprof_log.pb.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using tensorflow::tfprof::ProfileProto;
using Args = std::vector<std::string>;

constexpr const char* kDumps[] = {"mnist_mlp", "random_11", "random_12",
                                  "random_14", "random_16"};

struct Answer {
  int exit_code;
  std::string out, err;
};

Answer Run(const Args& args) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(args, out, err);
  return {exit_code, out.text(), err.text()};
}

std::string Saved(const Args& inputs) {
  Args args = {"convert"};
  args.insert(args.end(), inputs.begin(), inputs.end());
  const Answer answer = Run(args);
  REQUIRE(answer.exit_code == kExitDone);
  REQUIRE_FALSE(answer.out.empty());
  return answer.out;
}

ProfileProto Parsed(const std::string& bytes) {
  ProfileProto profile;
  REQUIRE(profile.ParseFromString(bytes));
  return profile;
}

// Nodes one by one, so that a failure names the one that differs.
void CheckEqual(const ProfileProto& ours, const ProfileProto& theirs) {
  using google::protobuf::util::MessageDifferencer;
  for (const auto& [id, node] : theirs.nodes()) {
    CAPTURE(id, node.name());
    REQUIRE(ours.nodes().contains(id));
    MessageDifferencer differencer;
    std::string difference;
    differencer.ReportDifferencesToString(&difference);
    const bool is_equal = differencer.Compare(node, ours.nodes().at(id));
    CAPTURE(difference);
    REQUIRE(is_equal);
  }
  CHECK(MessageDifferencer::Equals(ours, theirs));
}

}  // namespace

TEST_CASE("a dump is saved as the reference saves it") {
  for (const std::string dump : kDumps) {
    CAPTURE(dump);
    CheckEqual(Parsed(Saved({TestData(dump)})),
               Parsed(ReadFile(TestData(dump + "/golden/saved_profile"))));
  }
}

TEST_CASE("a profile of a profile is the same profile") {
  const TempDir temp;
  for (const std::string dump : kDumps) {
    CAPTURE(dump);
    WriteFile(temp / "saved", Saved({TestData(dump)}));
    ProfileProto first = Parsed(ReadFile(temp / "saved"));
    const std::string again = Saved({temp / "saved"});
    // tfprof: that kernel times are missing is not loaded, and a loaded node
    // has a call stack.
    first.clear_miss_accelerator_stream();
    for (auto& [id, node] : *first.mutable_nodes()) node.mutable_trace();
    CheckEqual(Parsed(again), first);

    // From then on it is the same, byte for byte, and so is what comes from
    // the reference's profile, whose maps are in no order.
    WriteFile(temp / "again", again);
    CHECK(Saved({temp / "again"}) == again);
    CheckEqual(Parsed(Saved({TestData(dump + "/golden/saved_profile")})),
               first);
  }
}

TEST_CASE("a profile that is cut at any byte is said", "[damage]") {
  const TempDir temp;
  const std::string saved = Saved({TestData("random_14")});
  const std::string path = temp / "cut";
  // Each of the first bytes, and then some.
  for (size_t size = 0; size < saved.size(); size += size < 3000 ? 1 : 97) {
    WriteFile(path, saved.substr(0, size));
    const Answer answer = Run({"scope", "--profile_path=" + path});
    CAPTURE(size, answer.err);
    REQUIRE_FALSE(answer.err.empty());
    REQUIRE((answer.exit_code == kExitInput || answer.exit_code == kExitDone));
    if (answer.exit_code == kExitInput) REQUIRE(answer.out.empty());
    // Between two fields the file looks whole.
    if (answer.exit_code == kExitDone) {
      REQUIRE((answer.err.find("cut short") != std::string::npos ||
               answer.err.find("string id") != std::string::npos));
    }
  }
}

TEST_CASE("nothing half-written is left of an input that is cut") {
  const TempDir inputs;
  const TempDir outputs;
  const std::string run = ReadFile(TestData("random_14/run_meta_0"));
  WriteFile(outputs / "old", "old");
  WriteFile(inputs / "run_meta_0", run.substr(0, run.size() - 1));
  const Args damaged = {"--graph_path=" + TestData("random_14/graph.pb"),
                        "--run_meta_path=" + (inputs / "run_meta_0")};
  for (const char* name : {"new", "old"}) {
    Args args = {"convert", "--output=profile:outfile=" + (outputs / name)};
    args.insert(args.end(), damaged.begin(), damaged.end());
    CHECK(Run(args).exit_code == kExitInput);
    CHECK(outputs.entry_count() == 1);
    CHECK(ReadFile(outputs / "old") == "old");
  }
}

TEST_CASE("a profile does not replace the one it is made from") {
  const TempDir temp;
  const std::string saved = Saved({TestData("mnist_mlp")});
  WriteFile(temp / "saved", saved);
  const auto answer = Run({"convert", temp / "saved",
                           "--output=profile:outfile=" + (temp / "saved")});
  CHECK(answer.exit_code == kExitQuestion);
  CHECK(ReadFile(temp / "saved") == saved);
}

}  // namespace tfprof
