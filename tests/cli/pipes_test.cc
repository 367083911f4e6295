// SPDX-License-Identifier: Apache-2.0
// Pipes that are read give what files give, of which tests/pipes asks more; and
// those that are not are refused.
#include <filesystem>
#include <string>
#include <vector>

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

struct Piped {
  int exit_code = 0;
  std::string out, err;
};

Piped Run(const std::string& command) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(SplitNonEmpty(command, ' '), out, err);
  return {exit_code, out.text(), err.text()};
}

const std::string kDump = TFPROF_TESTDATA "/random_12";

}  // namespace

TEST_CASE("pipes of one dump are its files, whatever is asked") {
  for (const std::string question :
       {"scope --select=micros,bytes,params", "op --output=json",
        "graph --output=folded", "top --by=name --output=csv", "summary",
        "steps --show=account,flops", "trace", "advise", "path",
        "memory --output=markdown", "export --output=pbtxt"}) {
    const TempDir dir;
    const auto ask = [&] {
      return Run(question + " --graph_path=" + (dir / "g") +
                 " --run_meta_path=" + (dir / "s0") + "," + (dir / "s1"));
    };
    INFO(question);
    const std::string graph = ReadFile(kDump + "/graph.pb");
    const std::string first = ReadFile(kDump + "/run_meta_0");
    const std::string second = ReadFile(kDump + "/run_meta_1");
    WriteFile(dir / "g", graph);
    WriteFile(dir / "s0", first);
    WriteFile(dir / "s1", second);
    const Piped of_files = ask();
    for (const char* const name : {"g", "s0", "s1"}) {
      std::filesystem::remove(dir / name);
    }
    const FedPipe graph_pipe(dir / "g", graph);
    const FedPipe first_pipe(dir / "s0", first);
    const FedPipe second_pipe(dir / "s1", second);
    const Piped of_pipes = ask();
    CHECK(of_files.exit_code == kExitDone);
    CHECK(of_pipes.exit_code == of_files.exit_code);
    CHECK(of_pipes.out == of_files.out);
    CHECK(of_pipes.err == of_files.err);
  }
}

TEST_CASE("a message is one line, whatever a file is called") {
  const TempDir dir;
  StringWriter out;
  StringWriter err;
  const std::vector<std::string> question = {"info", dir / "a\nb\x1b[2J\xff"};
  CHECK(RunApp(question, out, err) == kExitInput);
  CHECK(err.text() == "tfprof: " + (dir / "a\\nb\\x1b[2J\\xff") +
                          ": no such file or folder\n");
}

TEST_CASE("a history that is a pipe is refused by name") {
  const TempDir dir;
  const std::string pipe = dir / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& command :
       {"trend --store=" + pipe,
        "record " TFPROF_TESTDATA "/random_12 --commit=1 --store=" + pipe}) {
    INFO(command);
    const Piped answer = Run(command);
    CHECK(answer.exit_code != 0);
    CHECK(answer.err.find(pipe) != std::string::npos);
  }
}

TEST_CASE("a pipe that never ends and holds nothing known is refused") {
  const Piped answer = Run("scope /dev/zero");
  CHECK(answer.exit_code == kExitInput);
  CHECK(answer.err.starts_with("tfprof: /dev/zero: is of no known kind"));
  CHECK(Run("scope --graph_path=/dev/zero").exit_code == kExitInput);
}

TEST_CASE("of a checkpoint a pipe holds a part only, and that is said") {
  const TempDir dir;
  const FedPipe pipe(dir / "index",
                     ReadFile(TestData("mnist_mlp/ckpt.index")));
  const Piped answer = Run("info " + (dir / "index"));
  CHECK(answer.exit_code == kExitInput);
  CHECK(answer.err.find("is the index of a checkpoint") != std::string::npos);
}

TEST_CASE("a checkpoint that is a pipe is refused before anything is read") {
  const TempDir dir;
  const std::string pipe = dir / "model.ckpt";
  const std::string whole = dir / "whole";
  const std::string data = whole + ".data-00000-of-00001";
  std::filesystem::copy_file(TFPROF_TESTDATA "/mnist_mlp/ckpt.index",
                             whole + ".index");
  // Opening one of them would block for ever.
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  REQUIRE(mkfifo(data.c_str(), 0600) == 0);
  for (const std::string command :
       {"info", "report", "summary", "scope --select=params",
        "scope --select=tensor_value", "export", "steps"}) {
    for (const auto& [prefix, file] :
         {std::pair(pipe, pipe), std::pair(dir / "model.ckp[t]", pipe),
          std::pair(whole, data)}) {
      const Piped answer = Run(command +
                                " " TFPROF_TESTDATA "/mnist_mlp "
                                "--checkpoint_path=" +
                                prefix);
      INFO(command + " " + prefix);
      CHECK(answer.exit_code == kExitInput);
      CHECK(answer.err.starts_with(
          "tfprof: " + file +
          ": is not a file, and a checkpoint cannot be read from pipes"));
      CHECK(answer.out.empty());
    }
  }
}

TEST_CASE("a history in a pipe is no baseline, and that is said") {
  const TempDir dir;
  const std::string dump = TFPROF_TESTDATA "/gate/before_0";
  const std::string store = dir / "h.db";
  REQUIRE(Run("record " + dump + " --commit=1 --store=" + store).exit_code ==
          kExitDone);
  const FedPipe pipe(dir / "pipe", ReadFile(store));
  const Piped answer =
      Run("gate --candidate=" + dump + " --baseline=" + (dir / "pipe"));
  CHECK(answer.exit_code == kExitInput);
  CHECK(answer.err.starts_with("tfprof: baseline: " + (dir / "pipe") +
                               ": is an SQLite database"));
  CHECK(answer.err.find("not by a pipe") != std::string::npos);
}

}  // namespace tfprof
