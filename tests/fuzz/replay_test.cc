// SPDX-License-Identifier: Apache-2.0
// What fuzzing has found worth keeping, in every test run: corpus/TARGET/ holds
// inputs, those that once did harm under names that say what it was.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <google/protobuf/stubs/logging.h>

#include "fuzz/fuzz.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

const std::string kCorpus =
    std::string(TFPROF_SOURCE_DIR) + "/tests/fuzz/corpus";

std::vector<std::string> InputsOf(std::string_view target) {
  std::vector<std::string> paths;
  const std::string folder = kCorpus + "/" + std::string(target);
  for (const auto& entry : fs::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

TEST_CASE("every input of the corpus comes out well") {
  const google::protobuf::LogSilencer quiet;
  for (const FuzzTarget& target : FuzzTargets()) {
    const std::vector<std::string> paths = InputsOf(target.name);
    CHECK_FALSE(paths.empty());
    for (const std::string& path : paths) {
      INFO(path);
      CHECK_NOTHROW(target.run(ReadFile(path)));
    }
  }
}

TEST_CASE("every folder of the corpus has its target") {
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    const std::string name = entry.path().filename().string();
    const auto targets = FuzzTargets();
    INFO(name);
    CHECK(std::any_of(targets.begin(), targets.end(),
                      [&](const FuzzTarget& t) { return t.name == name; }));
  }
}

}  // namespace tfprof
