// SPDX-License-Identifier: Apache-2.0
// Replays inputs that fuzzing has found: corpus/TARGET/ holds them; inputs that
// once caused harm have names that describe it.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <google/protobuf/stubs/logging.h>

#include "commands.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz.h"
#include "fuzz/proportion.h"
#include "support/catch.h"
#include "support/files.h"

namespace tfprof {

namespace fs = std::filesystem;

TEST_CASE("every input of the corpus comes out well") {
  const google::protobuf::LogSilencer quiet;
  for (const FuzzTarget& target : FuzzTargets()) {
    const std::vector<std::string> paths = CorpusOf(target.name);
    CHECK_FALSE(paths.empty());
    for (const std::string& path : paths) {
      INFO(path);
      CHECK_NOTHROW(RunInProportion(target, ReadFile(path), FuzzTime::kFree));
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

TEST_CASE("every reader has its target") {
  const auto targets = FuzzTargets();
  for (const Format& format : Formats()) {
    if (format.read == nullptr) continue;
    INFO(format.words);
    CHECK(std::any_of(targets.begin(), targets.end(), [&](const FuzzTarget& t) {
      return t.reader == format.read;
    }));
  }
}

TEST_CASE("every command is asked by the target of the whole program") {
  const auto lines = ProgramCommands();
  for (const Command& command : Commands()) {
    INFO(command.name);
    CHECK(std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
      return line.starts_with(command.name + " ");
    }));
  }
}

}  // namespace tfprof
