// SPDX-License-Identifier: Apache-2.0
// The reference's output for real and random dumps. Each dump's
// golden/cases.tsv has a line per case: id, command and flags; golden/ID.out is
// the reference's report, byte for byte: its output, or the file that it wrote
// if a flag has {out}.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app.h"
#include "base/strings.h"
#include "support/catch.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.is_open());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string OnlyFileIn(const TempDir& folder) {
  REQUIRE(folder.entry_count() == 1);
  return ReadFile(std::filesystem::directory_iterator(folder.path())->path());
}

struct Golden {
  std::filesystem::path dump;
  std::string id;
  std::string command;
  std::vector<std::string> flags;

  std::string Expected() const {
    return ReadFile(dump / "golden" / (id + ".out"));
  }
};

std::vector<Golden> CasesOf(const std::filesystem::path& dump) {
  std::vector<Golden> cases;
  for (const std::string& line :
       SplitNonEmpty(ReadFile(dump / "golden/cases.tsv"), '\n')) {
    const std::vector<std::string> cells = SplitNonEmpty(line, '\t');
    REQUIRE(cells.size() >= 2);
    cases.push_back(
        {dump, cells[0], cells[1], {cells.begin() + 2, cells.end()}});
  }
  return cases;
}

void Check(const Golden& golden, const std::vector<std::string>& inputs,
           const std::string& expected) {
  std::vector<std::string> args = {golden.command};
  args.insert(args.end(), inputs.begin(), inputs.end());
  const TempDir temp;
  bool writes_file = false;
  for (std::string flag : golden.flags) {
    if (const size_t at = flag.find("{out}"); at != std::string::npos) {
      flag.replace(at, 5, temp / "out");
      writes_file = true;
    }
    args.push_back(std::move(flag));
  }
  StringWriter out;
  StringWriter err;
  INFO(golden.dump.filename() << "/" << golden.id);
  REQUIRE(RunApp(args, out, err) == kExitDone);
  REQUIRE((writes_file ? OnlyFileIn(temp) : out.text()) == expected);
}

std::vector<std::filesystem::path> GoldenDumps() {
  std::vector<std::filesystem::path> dumps;
  for (const auto& entry :
       std::filesystem::directory_iterator(TFPROF_TESTDATA)) {
    if (exists(entry.path() / "golden/cases.tsv")) {
      dumps.push_back(entry.path());
    }
  }
  REQUIRE(dumps.size() >= 3);
  return dumps;
}

}  // namespace

TEST_CASE("views of a dump folder are the reference's, byte for byte") {
  for (const auto& dump : GoldenDumps()) {
    for (const Golden& golden : CasesOf(dump))
      Check(golden, {dump.string()}, golden.Expected());
  }
}

TEST_CASE("views of files named by flags are the reference's too") {
  for (const auto& dump : GoldenDumps()) {
    std::string steps;
    for (int step = 0; exists(dump / fmt::format("run_meta_{}", step));
         ++step) {
      if (step > 0) steps += ',';
      steps += (dump / fmt::format("run_meta_{}", step)).string();
    }
    for (const Golden& golden : CasesOf(dump)) {
      Check(golden,
            {"--graph_path=" + (dump / "graph.pb").string(), "--op_log_path",
             (dump / "op_log").string(), "-run_meta_path", steps},
            golden.Expected());
    }
  }
}

TEST_CASE("views of a saved profile are those of the dump") {
  // tfprof: a saved profile forgets that kernel times are missing.
  constexpr std::string_view kMissing = "\n\nFound accelerator operation but";
  constexpr std::string_view kDoc = "\nDoc:\n";
  for (const auto& dump : GoldenDumps()) {
    const TempDir temp;
    StringWriter out;
    StringWriter err;
    REQUIRE(RunApp(std::vector<std::string>{"convert", dump.string(),
                                            "--output=profile:outfile=" +
                                                (temp / "saved")},
                   out, err) == kExitDone);
    const std::string theirs = dump / "golden/saved_profile";
    for (const Golden& golden : CasesOf(dump)) {
      std::string expected = golden.Expected();
      if (expected.starts_with(kMissing))
        expected.erase(0, expected.find(kDoc));
      for (const std::string& saved : {temp / "saved", theirs}) {
        Check(golden, {"--profile_path=" + saved}, expected);
      }
    }
  }
}

}  // namespace tfprof
