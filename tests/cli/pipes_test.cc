// SPDX-License-Identifier: Apache-2.0
// Whatever asks it: a pipe gives the answer that a file gives.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "app.h"
#include "base/strings.h"
#include "commands.h"
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

std::string Replaced(std::string text, const std::string& from,
                     const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

constexpr const char* kNames[] = {"graph.pb", "run_meta_0", "run_meta_1",
                                  "op_log", "profile"};

// Every command, and every way it reads its inputs. @ is their folder.
constexpr const char* kCommands[] = {
    "scope @/graph.pb",
    "scope @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log -select micros,params",
    "graph --graph_path=@/graph.pb --run_meta_path=@/run_meta_0,@/run_meta_1",
    "graph @/graph.pb @/run_meta_0 --output=timeline:outfile=@/timeline",
    "op --graph_path=@/graph.pb --run_meta_path=@/run_meta_0 --jobs=1",
    "op @/graph.pb @/run_meta_0 --output=table",
    "code --graph_path=@/graph.pb --run_meta_path=@/run_meta_0 "
    "--op_log_path=@/op_log",
    "code @/graph.pb @/run_meta_0 @/op_log --select=micros --output=folded",
    "scope @/profile",
    "op --profile_path=@/profile",
    "summary @/graph.pb @/run_meta_0 @/run_meta_1",
    "top @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log --by=code",
    "top @/profile",
    "path @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log",
    "memory @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log",
    "advise @/graph.pb @/run_meta_0 @/run_meta_1 "
    "--checkers=XlaChecker,CommunicationChecker,OperationChecker",
    "advise @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log --rules=corrected",
    "advise @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log --fail --steps=1",
    "summarize @/graph.pb",
    "steps @/run_meta_0 @/run_meta_1",
    "steps @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log "
    "--show=time,flops,spread,xla,communication",
    "steps @/graph.pb @/run_meta_0 @/run_meta_1 --show=account,roofline",
    "trace @/run_meta_0 @/run_meta_1",
    "trace @/graph.pb @/run_meta_0 --output=html:outfile=@/page.html",
    "export @/graph.pb @/run_meta_0 @/run_meta_1 --output=dot",
    "export @/graph.pb --output=pbtxt",
    "export @/run_meta_0 @/graph.pb "
    "--output=events:outfile=@/events.out.tfevents.0",
    "convert @/graph.pb @/run_meta_0 @/op_log --output=profile:outfile=@/saved",
    "info @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log",
    "report @/graph.pb @/run_meta_0 @/run_meta_1 @/op_log "
    "--output=html:outfile=@/page.html",
    "diff @/run_meta_0 @/run_meta_1",
    "diff @/profile @/run_meta_1 --view=op --output=json",
    "gate --baseline=@/run_meta_0 --candidate=@/run_meta_1",
    "gate --baseline=@/run_meta_0 --write_budget=@/budget.toml",
    "record @/run_meta_0 --store=@/history.db --commit=1a2b3c4",
    "fleet a=@/profile b=@/run_meta_1 --steps=all --output=json",
    "fleet a=@/run_meta_0 b=@/run_meta_1 --graph_path=@/graph.pb "
    "--op_log_path=@/op_log --records --output=csv",
};

// The answer, and what was written, to the same question about the same names:
// files, or pipes.
std::string Ask(const std::string& command, const std::string& folder,
                bool of_pipes) {
  std::vector<std::unique_ptr<FedPipe>> pipes;
  for (const char* name : kNames) {
    const std::string path = folder + "/" + name;
    std::string content =
        std::string_view(name) == "profile"
            ? Run("convert " TFPROF_TESTDATA "/random_12").out
            : ReadFile(std::string(TFPROF_TESTDATA "/random_12/") + name);
    if (of_pipes) {
      pipes.push_back(std::make_unique<FedPipe>(path, std::move(content)));
    } else {
      WriteFile(path, content);
    }
  }
  // A pipe that is opened twice gives nothing ever.
  auto asked = std::async(std::launch::async,
                          [&] { return Run(Replaced(command, "@", folder)); });
  const bool is_done =
      asked.wait_for(std::chrono::minutes(5)) == std::future_status::ready;
  if (!is_done) pipes.clear();
  const Answer answer = asked.get();
  REQUIRE(is_done);
  std::string all =
      std::to_string(answer.exit_code) + "\n" + answer.err + answer.out;
  pipes.clear();
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename();
    if (std::find(std::begin(kNames), std::end(kNames), name) ==
        std::end(kNames)) {
      all += ReadFile(file.path().string());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every command answers of pipes as it does of files") {
  for (const char* command : kCommands) {
    INFO(command);
    std::string expected;
    std::string answer;
    // One name for both: some answers hold it where it cannot be replaced.
    const TempDir dir;
    const std::string path = dir / "dump";
    for (const bool of_pipes : {false, true}) {
      REQUIRE(std::filesystem::create_directory(path));
      (of_pipes ? answer : expected) = Ask(command, path, of_pipes);
      std::filesystem::remove_all(path);
    }
    // What a gate or advice finds is an answer, too.
    CHECK(std::string_view("014").find(expected[0]) != std::string_view::npos);
    CHECK(answer == expected);
  }
}

TEST_CASE("of every command it is known what it makes of pipes") {
  for (const Command& command : Commands()) {
    // A database is looked up and not read through.
    if (command.name == "trend") continue;
    INFO(command.name);
    CHECK(std::any_of(std::begin(kCommands), std::end(kCommands),
                      [&](std::string_view line) {
                        return line.starts_with(command.name + " ");
                      }));
  }
}

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
