// SPDX-License-Identifier: Apache-2.0
// Every command writes several outputs of one answer, each as it would be alone.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app.h"
#include "commands.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using Args = std::vector<std::string>;

struct Asked {
  Args args;
  std::string first, second;  // kinds
};

std::string In(const std::string& name) { return TFPROF_TESTDATA "/" + name; }

std::vector<Asked> Questions() {
  const std::string dump = In("mnist_mlp");
  const std::string recording = In("xspace/keras_fit");
  return {
      {{"scope", dump}, "json", "table"},
      {{"op", dump, "--select=micros,float_ops"}, "proto", "stdout"},
      {{"code", dump}, "folded", "markdown"},
      {{"graph", dump, "--step=1"}, "csv", "html"},
      {{"summary", dump}, "json", "stdout"},
      {{"top", dump}, "csv", "table"},
      {{"top", recording}, "json", "table"},
      {{"info", dump}, "json", "stdout"},
      {{"steps", dump}, "json", "stdout"},
      {{"steps", dump, "--show=account,flops"}, "markdown", "json"},
      {{"steps", recording}, "json", "table"},
      {{"path", dump}, "json", "stdout"},
      {{"memory", dump}, "json", "stdout"},
      {{"advise", dump}, "table", "stdout"},
      {{"diff", In("gate/before_0"), In("gate/slower_0")}, "json", "stdout"},
      {{"trace", dump}, "html", "stdout"},
      {{"export", dump}, "pbtxt", "dot"},
      {{"summarize", In("mnist_mlp/graph.pb")}, "json", "stdout"},
      {{"fleet", In("gate/before_0"), In("gate/before_1"), In("gate/slower_0")},
       "json",
       "table"},
      {{"record", In("gate/before_0"), "--commit=abc"}, "bencher", "json"},
      {{"gate", "--baseline=" + In("gate/before_0"),
        "--candidate=" + In("gate/slower_0")},
       "junit",
       "stdout"},
  };
}

std::string OutputOf(Args args, const Args& outputs) {
  for (const std::string& output : outputs) args.push_back("--output=" + output);
  StringWriter out, err;
  const int code = RunApp(args, out, err);
  INFO(args[0] << ": " << err.text());
  CHECK((code == kExitDone || code == kExitInconclusive));
  return out.text();
}

}  // namespace

TEST_CASE("each of several outputs is what it would be alone") {
  const TempDir folder;
  for (const Asked& asked : Questions()) {
    INFO(asked.args[0] << " " << asked.first << " " << asked.second);
    const std::string file = folder.path() + "/out";
    // In both orders: files are written first.
    for (const bool is_first : {true, false}) {
      Args outputs = {asked.first + ":outfile=" + file, asked.second};
      if (!is_first) std::swap(outputs[0], outputs[1]);
      CHECK(OutputOf(asked.args, outputs) ==
            OutputOf(asked.args, {asked.second}));
      CHECK(ReadFile(file) == OutputOf(asked.args, {asked.first}));
    }
  }
}

TEST_CASE("a command that is not among these has one kind of output only") {
  const Args known = {"convert", "report", "trend"};
  for (const Command& command : Commands()) {
    bool is_asked = false;
    for (const Asked& asked : Questions()) {
      is_asked |= asked.args[0] == command.name;
    }
    INFO(command.name);
    CHECK((is_asked ||
           std::find(known.begin(), known.end(), command.name) != known.end()));
  }
}

TEST_CASE("a profile and a database are written together") {
  const TempDir folder;
  const std::string profile = folder.path() + "/p", base = folder.path() + "/d";
  OutputOf({"convert", In("mnist_mlp")},
           {"profile:outfile=" + profile, "sqlite:outfile=" + base});
  CHECK(ReadFile(profile) == OutputOf({"convert", In("mnist_mlp")}, {"profile"}));
  CHECK(ReadFile(base).starts_with("SQLite format 3"));
}

TEST_CASE("two outputs without a file are refused before inputs are read") {
  StringWriter out, err;
  const Args args = {"top", "/nowhere", "--output=json", "--output=table"};
  CHECK(RunApp(args, out, err) == kExitQuestion);
  CHECK(err.text().find("both go to standard output") != std::string::npos);
}

}  // namespace tfprof
