// SPDX-License-Identifier: Apache-2.0
// Every command writes several outputs of one answer, each as it would be
// alone, and reads each input once for all of them.
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <sys/inotify.h>
#include <unistd.h>

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

// Counts how often files of the dumps among some arguments are opened.
class OpenCounter {
 public:
  explicit OpenCounter(const Args& args) : watch_(inotify_init1(IN_NONBLOCK)) {
    for (const std::string& arg : args) {
      const size_t begin = arg.find('/');
      if (begin == std::string::npos) continue;
      CHECK(inotify_add_watch(watch_, arg.c_str() + begin, IN_OPEN) >= 0);
    }
  }

  OpenCounter(const OpenCounter&) = delete;
  OpenCounter& operator=(const OpenCounter&) = delete;

  ~OpenCounter() { close(watch_); }

  // By name of the file.
  std::map<std::string, int> Count() const {
    std::map<std::string, int> opens;
    std::array<char, 1 << 14> buffer;
    for (ssize_t size;
         (size = read(watch_, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof(event));
        at += static_cast<ssize_t>(sizeof(event));
        if ((event.mask & IN_ISDIR) == 0) {  // of a watched file no name
          ++opens[event.len > 0 ? buffer.data() + at : ""];
        }
        at += static_cast<ssize_t>(event.len);
      }
    }
    return opens;
  }

 private:
  int watch_;
};

// The same question about copies, which nobody else opens meanwhile.
Args AboutCopies(Args args, const std::string& folder) {
  int copies = 0;
  for (std::string& arg : args) {
    const size_t begin = arg.find('/');
    if (begin == std::string::npos) continue;
    const std::filesystem::path from(arg.substr(begin));
    const std::filesystem::path to =
        std::filesystem::path(folder) / std::to_string(copies++);
    std::filesystem::create_directories(to);
    std::filesystem::copy(from, to / from.filename(),
                          std::filesystem::copy_options::recursive);
    arg = arg.substr(0, begin) + (to / from.filename()).string();
  }
  return args;
}

std::string OutputOf(Args args, const Args& outputs) {
  for (const std::string& output : outputs)
    args.push_back("--output=" + output);
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
  CHECK(ReadFile(profile) ==
        OutputOf({"convert", In("mnist_mlp")}, {"profile"}));
  CHECK(ReadFile(base).starts_with("SQLite format 3"));
}

TEST_CASE("several outputs open each input as often as one output") {
  const TempDir folder;
  std::vector<Asked> questions = Questions();
  questions.push_back({{"export", In("mnist_mlp")}, "dot", "dot"});
  questions.push_back({{"export", In("mnist_mlp")}, "events", "dot"});
  questions.push_back({{"convert", In("mnist_mlp")}, "profile", "sqlite"});
  questions.push_back({{"convert", In("mnist_mlp")}, "sqlite", "sqlite"});
  for (Asked& asked : questions) {
    INFO(asked.args[0] << " " << asked.first << " " << asked.second);
    const TempDir inputs;
    asked.args = AboutCopies(std::move(asked.args), inputs.path());
    const auto spec = [&](const std::string& kind, std::string_view file) {
      return kind == "stdout"
                 ? kind
                 : kind + ":outfile=" + folder.path() + std::string(file);
    };
    const auto opens = [&](const Args& outputs) {
      const OpenCounter counter(asked.args);
      OutputOf(asked.args, outputs);
      return counter.Count();
    };
    const Args outputs = {spec(asked.first, "/tfevents.1"),
                          spec(asked.second, "/tfevents.2")};
    auto first = opens({outputs[0]}), second = opens({outputs[1]});
    CHECK(!first.empty());
    for (const auto& [file, times] : opens(outputs)) {
      INFO(file);
      CHECK(times <= std::max(first[file], second[file]));
    }
  }
}

TEST_CASE("two outputs without a file are refused before inputs are read") {
  StringWriter out, err;
  const Args args = {"top", "/nowhere", "--output=json", "--output=table"};
  CHECK(RunApp(args, out, err) == kExitQuestion);
  CHECK(err.text().find("both go to standard output") != std::string::npos);
}

}  // namespace tfprof
