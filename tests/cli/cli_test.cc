// SPDX-License-Identifier: Apache-2.0
// Runs the files of commands beside this one. TFPROF_APPROVE=1 rewrites them.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "app.h"
#include "cli/command_file.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/line_diff.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

// The current folder is another one as long as this lives.
class InFolder {
 public:
  explicit InFolder(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }

  ~InFolder() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
  }

  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_;
};

void CheckCommands(std::string_view name) {
  const std::string path =
      std::string(TFPROF_SOURCE_DIR "/tests/cli/").append(name);
  const TempDir temp;
  const InFolder testdata(TFPROF_TESTDATA);
  const Result<CommandFile> recorded = ParseCommandFile(ReadFile(path));
  if (!recorded) FAIL(name << ": " << recorded.error().message);
  REQUIRE_FALSE(recorded->cases.empty());

  CommandFile answered{{}, recorded->remarks};
  std::string differences;
  for (const CommandCase& expected : recorded->cases) {
    const Result<CommandCase> actual =
        RunCommand(expected, {temp.path(), TFPROF_VERSION}, RunApp);
    if (!actual) FAIL(name << ": " << actual.error().message);
    const std::string difference =
        LineDiff(FormatAnswer(expected), FormatAnswer(*actual));
    if (!difference.empty()) {
      differences += fmt::format("\n{}:{}: $ {}\n{}", name, expected.line,
                                 expected.command, difference);
    }
    answered.cases.push_back(*actual);
  }
  if (std::getenv("TFPROF_APPROVE") != nullptr) {
    WriteFile(path, FormatCommandFile(answered));
    return;
  }
  if (differences.empty()) return;
  // Not as Catch's message, which would break the lines anew.
  std::fputs(differences.c_str(), stderr);
  FAIL("answers differ from " << name << " as shown above");
}

}  // namespace

TEST_CASE("advise.test") { CheckCommands("advise.test"); }

TEST_CASE("convert.test") { CheckCommands("convert.test"); }

TEST_CASE("diff.test") { CheckCommands("diff.test"); }

TEST_CASE("errors.test") { CheckCommands("errors.test"); }

TEST_CASE("export.test") { CheckCommands("export.test"); }

TEST_CASE("flags.test") { CheckCommands("flags.test"); }

TEST_CASE("gate.test") { CheckCommands("gate.test"); }

TEST_CASE("help.test") { CheckCommands("help.test"); }

TEST_CASE("info.test") { CheckCommands("info.test"); }

TEST_CASE("inputs.test") { CheckCommands("inputs.test"); }

TEST_CASE("output.test") { CheckCommands("output.test"); }

TEST_CASE("partial.test") { CheckCommands("partial.test"); }

TEST_CASE("pprof.test") { CheckCommands("pprof.test"); }

TEST_CASE("scope.test") { CheckCommands("scope.test"); }

TEST_CASE("steps.test") { CheckCommands("steps.test"); }

TEST_CASE("steps_more.test") { CheckCommands("steps_more.test"); }

TEST_CASE("structured.test") { CheckCommands("structured.test"); }

TEST_CASE("summarize.test") { CheckCommands("summarize.test"); }

TEST_CASE("tensor_value.test") { CheckCommands("tensor_value.test"); }

TEST_CASE("timeline.test") { CheckCommands("timeline.test"); }

TEST_CASE("trace.test") { CheckCommands("trace.test"); }

TEST_CASE("trace_more.test") { CheckCommands("trace_more.test"); }

TEST_CASE("views.test") { CheckCommands("views.test"); }

TEST_CASE("every file of commands has a case") {
  const std::string cases =
      ReadFile(TFPROF_SOURCE_DIR "/tests/cli/cli_test.cc");
  for (const auto& entry :
       fs::directory_iterator(TFPROF_SOURCE_DIR "/tests/cli")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".test") continue;
    CAPTURE(name);
    CHECK(cases.find("CheckCommands(\"" + name + "\")") != std::string::npos);
  }
}

}  // namespace tfprof
