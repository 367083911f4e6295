// SPDX-License-Identifier: Apache-2.0
// A command that fails on its input prints one line on standard error, and
// nothing on standard output.
#include <string>
#include <vector>

#include "app.h"
#include "base/writer.h"
#include "commands.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

std::string TestFile(const std::string& name) {
  return ReadFile(TFPROF_TESTDATA "/" + name);
}

std::vector<std::string> Question(const Command& command,
                                  const std::string& input) {
  if (command.name == "gate") {
    return {"gate", "--baseline=" + input, "--candidate=" + input};
  }
  if (command.name == "diff") return {"diff", input, input};
  if (command.name == "trend") return {"trend", "--store=" + input};
  if (command.name == "record") {
    return {"record", input, "--commit=a", "--output=json"};
  }
  return {command.name, input};
}

}  // namespace

TEST_CASE("no command prints anything if an input is broken") {
  const TempDir dir;
  const std::string recording = TestFile("xspace/jax_new/xplane.pb");
  const std::string step = TestFile("mnist_mlp/run_meta_0");
  WriteFile(dir / "cut.xplane.pb",
            recording.substr(0, recording.size() * 2 / 3));
  WriteFile(dir / "cut_step", step.substr(0, step.size() / 2));
  WriteFile(dir / "empty.xplane.pb", "");
  WriteFile(dir / "prose", "This is no profile at all.");
  for (const Command& command : Commands()) {
    if (command.name.empty()) continue;
    for (const std::string name :
         {"cut.xplane.pb", "cut_step", "empty.xplane.pb", "prose", "none"}) {
      const std::vector<std::string> args = Question(command, dir / name);
      StringWriter out;
      StringWriter err;
      const int code = RunApp(args, out, err);
      INFO(command.name << ' ' << name << ": " << err.text());
      CHECK(code == 3);
      CHECK(out.text().empty());
      CHECK(err.text().find('\n') == err.text().size() - 1);
    }
  }
}

}  // namespace tfprof
