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
#include "support/paths.h"
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

// A case for each file, which the build finds.
#include "cli/command_files.inc"

}  // namespace tfprof
