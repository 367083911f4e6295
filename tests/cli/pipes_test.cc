// SPDX-License-Identifier: Apache-2.0
// Pipes that are refused. What those give that are read: tests/pipes.
#include <string>

#include <sys/stat.h>

#include "app.h"
#include "base/strings.h"
#include "support/catch.h"
#include "support/fed_pipe.h"
#include "support/files.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct Answer {
  int exit_code = 0;
  std::string out, err;
};

Answer Run(const std::string& command) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(SplitNonEmpty(command, ' '), out, err);
  return {exit_code, out.text(), err.text()};
}

}  // namespace

TEST_CASE("a history that is a pipe is refused by name") {
  const TempDir dir;
  const std::string pipe = dir / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& command :
       {"trend --store=" + pipe,
        "record " TFPROF_TESTDATA "/random_12 --commit=1 --store=" + pipe}) {
    INFO(command);
    const Answer answer = Run(command);
    CHECK(answer.exit_code != 0);
    CHECK(answer.err.find(pipe) != std::string::npos);
  }
}

TEST_CASE("a pipe that never ends and holds nothing known is refused") {
  const Answer answer = Run("scope /dev/zero");
  CHECK(answer.exit_code == kExitInput);
  CHECK(answer.err.starts_with("tfprof: /dev/zero: is of no known kind"));
  CHECK(Run("scope --graph_path=/dev/zero").exit_code == kExitInput);
}

TEST_CASE("of a checkpoint a pipe holds a part only, and that is said") {
  const TempDir dir;
  const FedPipe pipe(dir / "index",
                     ReadFile(TFPROF_TESTDATA "/mnist_mlp/ckpt.index"));
  const Answer answer = Run("info " + (dir / "index"));
  CHECK(answer.exit_code == kExitInput);
  CHECK(answer.err.find("is the index of a checkpoint") != std::string::npos);
}

}  // namespace tfprof
