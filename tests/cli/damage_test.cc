// SPDX-License-Identifier: Apache-2.0
// Files that were cut or changed, through the whole program: a clear error or
// an answer, never anything else. Under sanitizers this also finds leaks.
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/memory_file.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

// A small file and a question that reads it; "%" stands for its path.
struct Kind {
  std::string name;
  std::string content;
  std::vector<std::string> question;
};

std::string ProfileOf(const std::string& dump) {
  const TempDir folder;
  StringWriter out;
  StringWriter err;
  const std::vector<std::string> convert = {
      "convert", dump, "--output=profile:outfile=" + (folder / "profile")};
  REQUIRE(RunApp(convert, out, err) == 0);
  return ReadFile(folder / "profile");
}

std::vector<Kind> SmallFiles() {
  const std::string dump = TestData("random_14");
  const std::string graph = "--graph_path=" + dump + "/graph.pb";
  return {
      {"graph",
       ReadFile(dump + "/graph.pb"),
       {"graph", "--graph_path=%", "--max_depth=50"}},
      {"graph in text",
       ReadFile(TestData("companions/old.pbtxt")),
       {"summarize", "--graph_path=%", "--rules=corrected"}},
      {"run metadata",
       ReadFile(dump + "/run_meta_0"),
       {"scope", graph, "--run_meta_path=%", "--select=micros,bytes"}},
      {"step stats in text",
       ReadFile(TestData("companions/partitioned.pbtxt")),
       {"trace", "--run_meta_path=%", "--show_dataflow", "--show_memory"}},
      {"op log",
       ReadFile(dump + "/op_log"),
       {"code", graph, "--op_log_path=%", "--select=float_ops,params"}},
      {"profile",
       ProfileOf(dump),
       {"op", "--profile_path=%", "--select=micros,occurrence"}},
      {"run metadata, at a glance",
       ReadFile(dump + "/run_meta_0"),
       {"summary", graph, "--run_meta_path=%"}},
      {"profile, as a list",
       ProfileOf(dump),
       {"top", "--profile_path=%", "--by=code"}},
      {"compressed run metadata",
       Gzip(ReadFile(dump + "/run_meta_0")),
       {"steps", "--run_meta_path=%"}},
      {"budget",
       ReadFile(TestData("gate/budget.toml")),
       {"gate", "--candidate=" + dump, "--budget=%"}},
  };
}

// Runs the question about `content` and says what is wrong about the outcome.
std::string WrongAbout(const Kind& kind, const std::string& content) {
  const MemoryFile file(content);
  std::vector<std::string> args = kind.question;
  for (std::string& arg : args) {
    const size_t at = arg.find('%');
    if (at != std::string::npos) arg.replace(at, 1, file.path());
  }
  args.push_back("--max_input_bytes=10000000");
  StringWriter out;
  StringWriter err;
  const int code = RunApp(args, out, err);
  switch (code) {
    case kExitDone:
    case kExitFound:
    case 4:  // the gate: nothing to compare with
      return "";
    case kExitQuestion:  // of a budget that asks for the wrong things
    case kExitInput: {
      const bool is_line = err.text().starts_with("tfprof: ") &&
                           err.text().find('\n') == err.text().size() - 1;
      if (!is_line) return "the error is not one line: " + err.text();
      return out.text().empty() ? "" : "printed before it failed";
    }
    default:
      return fmt::format("exit code {}: {}", code, err.text());
  }
}

void CheckAllOf(const std::vector<Kind>& kinds,
                std::string (*damage)(const std::string& content, size_t at)) {
  for (const Kind& kind : kinds) {
    REQUIRE(WrongAbout(kind, kind.content).empty());
    for (size_t at = 0; at < kind.content.size(); ++at) {
      const std::string wrong = WrongAbout(kind, damage(kind.content, at));
      INFO(kind.name << ", byte " << at);
      if (!wrong.empty()) FAIL_CHECK(wrong);
    }
  }
}

// One of the ways in which files come to harm.
std::string Corrupted(std::string content, std::mt19937& random) {
  const auto below = [&](size_t limit) { return random() % limit; };
  for (size_t times = 1 + below(4); times > 0 && !content.empty(); --times) {
    const size_t at = below(content.size());
    switch (below(6)) {
      case 0:  // a bit
        content[at] = static_cast<char>(content[at] ^ (1 << below(8)));
        break;
      case 1:  // a byte, often the end of a number
        content[at] = "\x00\x7F\x80\xFF"[below(4)];
        break;
      case 2:  // a block of zeros, as after a crash
        for (size_t i = at; i < std::min(at + 512, content.size()); ++i) {
          content[i] = 0;
        }
        break;
      case 3:  // a block that is missing
        content.erase(at, 1 + below(64));
        break;
      case 4:  // a block that came twice
        content.insert(at, content.substr(at, 1 + below(64)));
        break;
      default:  // the end
        content.resize(content.size() - below(content.size() / 4 + 1));
    }
  }
  return content;
}

void CheckCorruptions(const Kind& kind, int count) {
  std::mt19937 random(1);
  REQUIRE(WrongAbout(kind, kind.content).empty());
  for (int i = 0; i < count; ++i) {
    const std::string wrong = WrongAbout(kind, Corrupted(kind.content, random));
    INFO(kind.name << ", number " << i);
    if (!wrong.empty()) FAIL_CHECK(wrong);
  }
}

}  // namespace

TEST_CASE("every beginning of a file is an answer or an error", "[damage]") {
  CheckAllOf(SmallFiles(), [](const std::string& content, size_t at) {
    return content.substr(0, at);
  });
}

TEST_CASE("every flipped byte is an answer or an error", "[damage]") {
  CheckAllOf(SmallFiles(), [](const std::string& content, size_t at) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xFF);
    return damaged;
  });
}

TEST_CASE("a flipped bit of every byte is an answer or an error", "[damage]") {
  CheckAllOf(SmallFiles(), [](const std::string& content, size_t at) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 7));
    return damaged;
  });
}

TEST_CASE("4000 corruptions of a real step", "[damage]") {
  CheckCorruptions({"run metadata",
                    ReadFile(TestData("mnist_mlp/run_meta_0")),
                    {"op", "--run_meta_path=%", "--select=micros,bytes"}},
                   4000);
}

TEST_CASE("3000 corruptions of a real graph", "[damage]") {
  CheckCorruptions({"graph",
                    ReadFile(TestData("mnist_mlp/graph.pb")),
                    {"op", "--graph_path=%", "--select=params,occurrence"}},
                   3000);
}

TEST_CASE("3000 corruptions of a real op log", "[damage]") {
  const std::string graph = "--graph_path=" + TestData("mnist_mlp/graph.pb");
  CheckCorruptions({"op log",
                    ReadFile(TestData("mnist_mlp/op_log")),
                    {"op", graph, "--op_log_path=%", "--select=float_ops"}},
                   3000);
}

TEST_CASE("a tensor that cannot be read is no tensor that is not there") {
  const TempDir folder;
  const std::string data = "/ckpt.data-00000-of-00001";
  for (const char* const name : {"/graph.pb", "/ckpt.index"}) {
    std::filesystem::copy(TestData("mnist_mlp") + name, folder.path() + name);
  }
  const std::string values = ReadFile(TestData("mnist_mlp") + data);
  std::vector<std::string> question = {"scope", folder.path(),
                                       "--select=tensor_value"};
  for (const bool is_damaged : {true, false}) {
    if (is_damaged) {
      WriteFile(folder.path() + data, values.substr(0, values.size() / 2));
    } else {
      std::filesystem::remove(folder.path() + data);
    }
    for (const std::string kind : {"stdout", "proto"}) {
      question.resize(3);
      question.push_back("--output=" + kind);
      StringWriter out;
      StringWriter err;
      CHECK(RunApp(question, out, err) == kExitInput);
      CHECK(out.text().empty());
      CHECK(err.text().starts_with("tfprof: " + folder.path() + data));
    }
  }
}

}  // namespace tfprof
