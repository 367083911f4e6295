// SPDX-License-Identifier: Apache-2.0
// Saved profiles, through the program.
#include <string>
#include <vector>

#include "app.h"
#include "proto/tfprof_log.pb.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using Args = std::vector<std::string>;

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

std::string Saved(const std::string& dump) {
  const Answer answer = Run({"convert", dump});
  REQUIRE(answer.exit_code == kExitDone);
  REQUIRE_FALSE(answer.out.empty());
  return answer.out;
}

}  // namespace

TEST_CASE("a profile of a profile is the same profile") {
  for (const char* dump : {"mnist_mlp", "random_11", "random_14"}) {
    const TempDir temp;
    const std::string saved = Saved(std::string(TFPROF_TESTDATA "/") + dump);
    WriteFile(temp / "saved", saved);
    const Answer again = Run({"convert", temp / "saved"});
    REQUIRE(again.exit_code == kExitDone);
    tensorflow::tfprof::ProfileProto first;
    tensorflow::tfprof::ProfileProto second;
    REQUIRE(first.ParseFromString(saved));
    REQUIRE(second.ParseFromString(again.out));
    REQUIRE(first.nodes_size() == second.nodes_size());
    // What is not restored, and what a saved node always has.
    first.clear_miss_accelerator_stream();
    for (auto& [id, node] : *first.mutable_nodes()) node.mutable_trace();
    std::string text;
    std::string text_again;
    for (const auto& [id, node] : first.nodes()) {
      REQUIRE(second.nodes().contains(id));
      CHECK(node.ShortDebugString() ==
            second.nodes().at(id).ShortDebugString());
    }
    first.clear_nodes();
    second.clear_nodes();
    CHECK(first.ShortDebugString() == second.ShortDebugString());
  }
}

TEST_CASE("a profile that is cut at any byte is said") {
  const TempDir temp;
  const std::string saved = Saved(TFPROF_TESTDATA "/random_14");
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

}  // namespace tfprof
