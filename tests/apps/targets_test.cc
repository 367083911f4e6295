// SPDX-License-Identifier: Apache-2.0
#include "targets.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "app.h"
#include "base/strings.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/stdin_from.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

struct Told {
  int code = 0;
  std::string out;
  std::string err;
};

Told Ask(const std::string& line) {
  StringWriter out;
  StringWriter err;
  const int code = RunApp(SplitNonEmpty(line, ' '), out, err);
  return {code, out.text(), err.text()};
}

// A copy of a dump, which has to be the same in the end.
class Dump {
 public:
  explicit Dump(const std::string& name) {
    fs::copy(TestData(name), folder_.path(), fs::copy_options::recursive);
  }

  std::string operator/(const std::string& name) const {
    return folder_ / name;
  }

  const std::string& path() const { return folder_.path(); }

  // Exit code 2 and an untouched file.
  void CheckRefused(const std::string& line, const std::string& file,
                    const std::string& what = "is the input") const {
    const std::string before = ReadFile(*this / file);
    const Told answer = Ask(line);
    INFO(line << "\n" << answer.err);
    CHECK(answer.code == kExitQuestion);
    CHECK(answer.err.find(what) != std::string::npos);
    CHECK(answer.out.empty());
    CHECK(ReadFile(*this / file) == before);
  }

 private:
  TempDir folder_;
};

}  // namespace

TEST_CASE("an output that is an input is refused, however it is called") {
  const Dump dump("mnist_mlp");
  const TempDir other;
  const std::string d = dump.path();
  fs::create_symlink(dump / "graph.pb", other / "link");
  fs::create_hard_link(dump / "graph.pb", other / "twin");
  for (const std::string& target :
       {d + "/graph.pb", d + "/./graph.pb", other / "link", other / "twin"}) {
    dump.CheckRefused("scope " + d + " --output=file:outfile=" + target,
                      "graph.pb");
    dump.CheckRefused("op --graph_path=" + d +
                          "/graph.pb --output=json:" + "outfile=" + target,
                      "graph.pb");
    dump.CheckRefused("export " + d + "/graph.pb --output=pb:outfile=" + target,
                      "graph.pb");
  }
  dump.CheckRefused("steps --run_meta_path=" + d + "/run_meta_0," + d +
                        "/run_meta_1 --output=csv:outfile=" + d + "/run_meta_1",
                    "run_meta_1");
  dump.CheckRefused("code " + d + "/graph.pb --op_log_path=" + d +
                        "/op_log --select=micros --output=pprof:outfile=" + d +
                        "/op_log",
                    "op_log");
  dump.CheckRefused("diff " + d + " --new=" + d +
                        " --output=markdown:outfile=" + d + "/run_meta_2",
                    "run_meta_2");
}

TEST_CASE("a timeline does not replace the steps that it is of") {
  const Dump dump("mnist_mlp");
  dump.CheckRefused("graph " + dump.path() +
                        " --output=timeline:outfile=" + (dump / "run_meta"),
                    "run_meta_0");
  const std::string line =
      "graph " + dump.path() +
      " --step=0 --output=timeline:outfile=" + (dump / "timeline");
  CHECK(Ask(line).code == 0);
  CHECK(Ask(line).code == 0);  // what it replaces is no input
}

TEST_CASE("no timeline is written if that of another step cannot be") {
  const TempDir folder;
  const std::string line = "graph " + TestData("mnist_mlp") +
                           " --output=timeline:outfile=" + (folder / "t");
  const auto check = [&](const std::string& why) {
    const Told answer = Ask(line);
    INFO(answer.err);
    CHECK(answer.code != kExitDone);
    CHECK(answer.out.empty());
    CHECK(answer.err.find("t_2: " + why) != std::string::npos);
    CHECK(!fs::exists(folder / "t_0"));
    CHECK(!fs::exists(folder / "t_1"));
    fs::remove(folder / "t_2");
  };
  fs::create_directory(folder / "t_2");
  check("cannot be written");
  fs::create_symlink(folder / "nothing", folder / "t_2");
  check("cannot be written: it is a dangling link");
  CHECK(Ask(line).code == kExitDone);
  CHECK(folder.entry_count() == 3);
}

TEST_CASE("a budget is written neither over a run nor over the answer") {
  const Dump dump("gate/before_0");
  const TempDir other;
  const std::string gate = "gate --baseline=" + dump.path() + " ";
  dump.CheckRefused(gate + "--write_budget=" + (dump / "graph.pbtxt"),
                    "graph.pbtxt");
  dump.CheckRefused(gate + "--write_budget=" + (other / "x") +
                        " --output=json:outfile=" + other.path() + "/./x",
                    "graph.pbtxt", "are the same file");
  CHECK(other.entry_count() == 0);
  REQUIRE(Ask(gate + "--write_budget=" + (other / "budget")).code == 0);
  const std::string budget = ReadFile(other / "budget");
  CHECK(Ask("gate --candidate=" + dump.path() + " --budget=" +
            (other / "budget") + " --output=json:outfile=" + (other / "budget"))
            .code == kExitQuestion);
  CHECK(ReadFile(other / "budget") == budget);
}

TEST_CASE("no worker of a fleet and no run of a gate is written over") {
  const Dump job("gate");
  const std::string output =
      " --output=file:outfile=" + (job / "before_0/graph.pbtxt");
  const std::string other = " other=" + (job / "same_0");
  for (const std::string& words :
       {"first=" + (job / "before_0") + other, (job / "before_*") + other,
        (job / "before_0") + other}) {
    job.CheckRefused("fleet " + words + output, "before_0/graph.pbtxt");
  }
  job.CheckRefused("gate --baseline=" + (job / "before_*") +
                       " --candidate=" + (job / "same_*") + output,
                   "before_0/graph.pbtxt");
  const TempDir jobs;
  fs::create_directory_symlink(job / "before_0", jobs / "a");
  fs::create_directory_symlink(job / "same_0", jobs / "b");
  job.CheckRefused("fleet " + jobs.path() + output, "before_0/graph.pbtxt");
}

TEST_CASE("the recordings of a log folder are inputs") {
  const Dump dump("xspace");
  const TempDir log;
  const fs::path run = fs::path(log / "plugins") / "profile" / "run";
  fs::create_directories(run);
  fs::create_hard_link(dump / "keras_fit/xplane.pb", run / "host.xplane.pb");
  for (const std::string& target :
       {(run / "host.xplane.pb").string(), dump / "keras_fit/xplane.pb"}) {
    dump.CheckRefused("info " + log.path() + " --output=file:outfile=" + target,
                      "keras_fit/xplane.pb");
  }
}

TEST_CASE("every file of a checkpoint is an input") {
  const Dump dump("mnist_mlp");
  for (const char* file : {"ckpt.index", "ckpt.data-00000-of-00001"}) {
    const std::string output = " --output=file:outfile=" + (dump / file);
    dump.CheckRefused("scope " + dump.path() + output, file);
    dump.CheckRefused("scope --graph_path=" + (dump / "graph.pb") +
                          " --checkpoint_path=" + (dump / "ckpt") + output,
                      file);
  }
}

TEST_CASE("one file of a checkpoint stands for all of them") {
  const Dump dump("mnist_mlp");
  const std::string graph = dump / "graph.pb";
  for (const std::string& line :
       {"scope " + graph + " " + (dump / "ckpt.index"),
        "info " + graph + " " + (dump / "ckpt.index"),
        "top " + (dump / "ckpt.inde[x]") + " " + graph,
        "fleet a=" + (dump / "ckpt.index") + " b=" + graph}) {
    for (const char* file : {"ckpt.index", "ckpt.data-00000-of-00001"}) {
      dump.CheckRefused(line + " --output=file:outfile=" + (dump / file), file);
    }
  }
}

TEST_CASE("one table of a checkpoint of version 1 stands for all of them") {
  const Dump dump("checkpoints/v1_sharded");
  const std::string other = "model.ckpt-00001-of-00002";
  const std::string output = " --output=file:outfile=" + (dump / other);
  const std::string graph = TestData("mnist_mlp/graph.pb");
  for (const char* words : {" ", " --checkpoint_path="}) {
    dump.CheckRefused("scope " + graph + words +
                          (dump / "model.ckpt-00000-of-00002") + output,
                      other);
  }
  dump.CheckRefused("scope " + graph + " --checkpoint_path=" +
                        (dump / "model.ckpt-*-of-*") + output,
                    other);
}

TEST_CASE("files of a checkpoint are inputs where they cannot be listed") {
  const Dump dump("mnist_mlp");
  const std::string line = "scope " + (dump / "graph.pb") +
                           " --checkpoint_path=" + (dump / "ckpt") +
                           " --output=file:outfile=";
  fs::permissions(dump.path(), fs::perms::owner_exec | fs::perms::owner_write);
  for (const char* file : {"ckpt.index", "ckpt.data-00000-of-00001"}) {
    dump.CheckRefused(line + (dump / file), file);
  }
  fs::permissions(dump.path(), fs::perms::owner_all);
}

TEST_CASE("what is only called like a checkpoint may be written again") {
  const Dump dump("mnist_mlp");
  for (int i = 0; i < 2; ++i) {
    CHECK(Ask("scope " + (dump / "graph.pb") + " --checkpoint_path=" +
              (dump / "ckpt") + " --output=file:outfile=" + (dump / "ckpt.txt"))
              .code == 0);
  }
}

TEST_CASE("a file of the folder that is no input may be written again") {
  const Dump dump("mnist_mlp");
  for (int i = 0; i < 2; ++i) {
    const Told answer =
        Ask("scope " + dump.path() +
            " --output=file:outfile=" + (dump / "report.txt"));
    INFO(answer.err);
    CHECK(answer.code == 0);
  }
}

TEST_CASE("standard output that is appended to an input is refused") {
  const Dump dump("mnist_mlp");
  const std::string before = ReadFile(dump / "run_meta_0");
  const int file = open((dump / "run_meta_0").c_str(), O_WRONLY | O_APPEND);
  REQUIRE(file >= 0);
  DescriptorWriter out(file, "stdout");
  StringWriter err;
  CHECK(RunApp(std::vector<std::string>{"scope", dump.path()}, out, err) ==
        kExitQuestion);
  CHECK(err.text().find("standard output") != std::string::npos);
  close(file);
  CHECK(ReadFile(dump / "run_meta_0") == before);
}

TEST_CASE("standard error that is an input is refused, and stays as it was") {
  const Dump dump("mnist_mlp");
  for (const char* name : {"graph.pb", "run_meta_1", "ckpt.index"}) {
    const std::string before = ReadFile(dump / name);
    const int file = open((dump / name).c_str(), O_WRONLY);
    REQUIRE(file >= 0);
    StringWriter out;
    DescriptorWriter err(file, "stderr");
    // tensor_value looks for names in the checkpoint, and says what is missing.
    CHECK(RunApp(std::vector<std::string>{"scope", dump.path(),
                                          "--select=tensor_value"},
                 out, err) == kExitQuestion);
    close(file);
    CHECK(out.text().empty());
    CHECK(ReadFile(dump / name) == before);
  }
}

TEST_CASE("messages do not go into a file that is written") {
  const Dump dump("gate/before_0");
  const TempDir other;
  const std::string store = other / "h.db";
  const std::string record = "record " + dump.path() + " --store=" + store;
  REQUIRE(Ask(record + " --commit=a").code == 0);
  WriteFile(other / "o", "old");
  WriteFile(store + "-wal", "");
  // The run is there already, which would be said.
  for (const auto& [line, path] :
       {std::pair(record + " --commit=b", store),
        std::pair(record + " --commit=b", store + "-wal"),
        std::pair("scope " + dump.path() + " --output=file:outfile=" +
                      (other / "o"),
                  other / "o")}) {
    const std::string before = ReadFile(path);
    const int file = open(path.c_str(), O_WRONLY | O_APPEND);
    REQUIRE(file >= 0);
    StringWriter out;
    DescriptorWriter err(file, "stderr");
    INFO(line);
    CHECK(RunApp(SplitNonEmpty(line, ' '), out, err) == kExitQuestion);
    close(file);
    CHECK(ReadFile(path) == before);
  }
}

TEST_CASE("answers and messages may be appended to one file") {
  const Dump dump("mnist_mlp");
  const TempDir other;
  WriteFile(other / "log", "");
  const int file = open((other / "log").c_str(), O_WRONLY | O_APPEND);
  REQUIRE(file >= 0);
  DescriptorWriter out(file, "stdout");
  DescriptorWriter err(file, "stderr");
  CHECK(RunApp(std::vector<std::string>{"scope", dump.path()}, out, err) == 0);
  close(file);
  CHECK(!ReadFile(other / "log").empty());
}

TEST_CASE("a run is not recorded into one of its own files") {
  const Dump dump("gate/before_0");
  // SQLite takes an empty file for a database without tables.
  WriteFile(dump / "op_log", "");
  dump.CheckRefused("record " + dump.path() +
                        " --commit=a --store=" + (dump / "op_log"),
                    "op_log");
}

TEST_CASE("no output is a store, or a file that SQLite keeps beside one") {
  const Dump dump("gate/before_0");
  const TempDir other;
  const std::string store = other / "h.db";
  const std::string record =
      "record " + dump.path() + " --commit=a --store=" + store;
  for (const char* end : {"", "-wal", "-shm", "-journal"}) {
    dump.CheckRefused(record + " --output=json:outfile=" + store + end,
                      "graph.pbtxt", "are the same file");
  }
  CHECK(other.entry_count() == 0);
  REQUIRE(Ask(record).code == 0);
  const std::string before = ReadFile(store);
  fs::create_symlink(store, other / "link");
  for (const std::string& question :
       {"trend --store=" + store, "trend --store=" + (other / "link"),
        "gate --candidate=" + dump.path() + " --baseline=" + store}) {
    for (const char* end : {"-wal", "-shm", "-journal"}) {
      dump.CheckRefused(question + " --output=json:outfile=" + store + end,
                        "graph.pbtxt", "are the same file");
    }
  }
  for (const std::string& baseline :
       {store + ",", "," + store, other / "h.d[b]", store + "," + store}) {
    dump.CheckRefused("gate --candidate=" + dump.path() + " --baseline=" +
                          baseline + " --output=json:outfile=" + store + "-wal",
                      "graph.pbtxt", "are the same file");
  }
  CHECK(ReadFile(store) == before);
}

TEST_CASE("what lies beside a history that is not named is kept as well") {
  const Dump dump("gate/before_0");
  const TempDir other;
  const std::string store = other / "h.db";
  REQUIRE(Ask("record " + dump.path() + " --commit=a --store=" + store).code ==
          0);
  for (const std::string end : {"-wal", "-shm", "-journal"}) {
    WriteFile(store + end, "runs");
    fs::create_symlink(store + end, (other / "link") + end);
    for (const std::string& path : {store + end, (other / "link") + end}) {
      dump.CheckRefused("info " + dump.path() +
                            " --output=json:outfile=" + path,
                        "graph.pbtxt", "belongs to the history " + store);
      dump.CheckRefused(
          "gate --baseline=" + dump.path() + " --write_budget=" + path,
          "graph.pbtxt", "belongs to the history " + store);
    }
    CHECK(ReadFile(store + end) == "runs");
    // SQLite would make a history of an empty file.
    WriteFile(store + end, "");
    dump.CheckRefused("record " + dump.path() + " --commit=b --store=" + store +
                          end,
                      "graph.pbtxt", "belongs to the history " + store);
    CHECK(ReadFile(store + end).empty());
    fs::remove(store + end);
  }
  // Without a database beside it this is a file like any other.
  WriteFile(other / "x", "no database");
  CHECK(Ask("info " + dump.path() + " --output=json:outfile=" + (other / "x") +
            "-wal")
            .code == 0);
}

TEST_CASE("a budget does not replace a history of runs") {
  const Dump dump("gate/before_0");
  const TempDir other;
  const std::string store = other / "h.db";
  REQUIRE(Ask("record " + dump.path() + " --commit=a --store=" + store).code ==
          0);
  const std::string before = ReadFile(store);
  dump.CheckRefused("gate --baseline=" + dump.path() +
                        " --write_budget=" + store,
                    "graph.pbtxt", "is a history of runs");
  CHECK(ReadFile(store) == before);
}

TEST_CASE("standard input from a file is an input") {
  const Dump dump("mnist_mlp");
  const StdinFrom input(dump / "graph.pb");
  dump.CheckRefused("scope - --output=file:outfile=" + (dump / "graph.pb"),
                    "graph.pb");
}

TEST_CASE("the prompt refuses to write over its dump") {
  const Dump dump("mnist_mlp");
  const std::string before = ReadFile(dump / "graph.pb");
  const TempDir other;
  WriteFile(other / "lines",
            "scope -output file:outfile=" + (dump / "graph.pb") + "\n");
  const StdinFrom input(other / "lines");
  const Told answer = Ask(dump.path());
  CHECK(answer.err.find("is the input") != std::string::npos);
  CHECK(ReadFile(dump / "graph.pb") == before);
}

}  // namespace tfprof
