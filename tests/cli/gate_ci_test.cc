// SPDX-License-Identifier: Apache-2.0
// The gate for people in CI: several outputs, summaries, places, errors.
#include <algorithm>
#include <string>
#include <vector>

#include <rapidjson/document.h>

#include "support/catch.h"
#include "support/gate_runs.h"

namespace tfprof {

namespace {

using Args = std::vector<std::string>;

GateModel Slower() {
  GateModel model;
  model.ops[2].micros *= 1.5;
  return model;
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

rapidjson::Document ParsedJson(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  REQUIRE_FALSE(document.HasParseError());
  return document;
}

// The rows of the section with that heading.
const rapidjson::Value& RowsUnder(const rapidjson::Document& document,
                                  const std::string& heading) {
  for (const auto& section : document["sections"].GetArray()) {
    if (section["heading"].GetString() == heading) return section["rows"];
  }
  FAIL("no section " + heading);
  return document;
}

}  // namespace

TEST_CASE("one run of the gate writes several outputs") {
  const GateRuns runs(GateModel{}, Slower());
  const TempDir folder;
  const std::string base = folder.path() + "/v.";
  const GateAnswer all =
      runs.Gate({"--output=junit:outfile=" + base + "xml", "--output=github",
                 "--output=sarif:outfile=" + base + "sarif",
                 "--output=json:outfile=" + base + "json",
                 "--output=markdown:outfile=" + base + "md"});
  CHECK(all.code == 1);
  // Each is what it would be alone.
  CHECK(all.out == runs.Gate({"--output=github"}).out);
  for (const auto& [kind, end] :
       {std::pair("junit", "xml"), std::pair("sarif", "sarif"),
        std::pair("json", "json"), std::pair("markdown", "md")}) {
    CHECK(ReadFile(base + end) ==
          runs.Gate({std::string("--output=") + kind}).out);
  }
  const GateAnswer twice = runs.Gate({"--output=json", "--output=csv"});
  CHECK(twice.code == 2);
  CHECK(twice.Complains("both go to standard output"));
  CHECK(runs.Gate({"--output=json:outfile=" + base + "x",
                   "--output=csv:outfile=" + base + "x"})
            .code == 2);
}

TEST_CASE("the summary of a pull request is short and plain") {
  GateModel after = Slower();
  for (int i = 0; i < 30; ++i) {
    after.ops.push_back({fmt::format("new_{}/x", i), "Sort", 150, 9000, 20});
  }
  const GateRuns runs(GateModel{}, after);
  const std::string text = runs.Gate({"--output=markdown"}).out;
  const std::string open = text.substr(0, text.find("<details>"));
  CHECK(std::count(open.begin(), open.end(), '\n') <= 25);
  CHECK(open.starts_with("**regression**: The step takes "));
  CHECK(open.find("| what changed | before | after | change | line |") !=
        std::string::npos);
  // The table has five rows at most, and two lines above them.
  CHECK(CountOf(open, "\n| ") <= 7);
  for (const std::string word : {"p =", "alpha", "p =", "interval", "_us"}) {
    CHECK(open.find(word) == std::string::npos);
  }
  CHECK(open.find("5 runs each") != std::string::npos);
  CHECK(text.ends_with("</details>\n"));
  const std::string same =
      GateRuns(GateModel{}, GateModel{}).Gate({"--output=markdown"}).out;
  CHECK(same.find("would have been seen") < same.find("<details>"));
}

TEST_CASE("annotations are ten at most, and the verdict is the first") {
  GateModel after;
  for (int i = 0; i < 30; ++i) {
    after.ops.push_back(
        {fmt::format("new_{}/x", i), "Sort", 150, 9000, i + 20});
  }
  const GateRuns runs(GateModel{}, after);
  const std::string out = runs.Gate({"--output=github"}).out;
  CHECK(out.find("title=tfprof gate::regression: ") < out.find('\n'));
  CHECK(CountOf("\n" + out, "\n::") == 10);
  CHECK(out.find("\nand ") != std::string::npos);
}

TEST_CASE("each result of SARIF has a place, or is a notification") {
  GateModel before, after = Slower();
  for (GateModel* const model : {&before, &after}) {
    for (GateOp& op : model->ops) op.line = 0;
  }
  const GateRuns runs(before, after);
  const auto run = [&](const Args& more) {
    Args args = {"--output=sarif"};
    args.insert(args.end(), more.begin(), more.end());
    return ParsedJson(runs.Gate(args).out);
  };
  const auto nowhere = run({});
  CHECK(nowhere["runs"][0]["results"].Empty());
  CHECK_FALSE(nowhere["runs"][0]["invocations"][0]["toolExecutionNotifications"]
                  .Empty());
  const auto placed = run({"--location=train.py"});
  CHECK_FALSE(placed["runs"][0]["results"].Empty());
  for (const auto& result : placed["runs"][0]["results"].GetArray()) {
    CHECK(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
              .GetString() == std::string("train.py"));
  }
  // A line that made most of the change is better.
  const auto known =
      ParsedJson(GateRuns(GateModel{}, Slower())
                     .Gate({"--output=sarif", "--location=train.py"})
                     .out);
  const auto& first = known["runs"][0]["results"][0];
  CHECK(first["ruleId"].GetString() == std::string("length"));
  CHECK(first["locations"][0]["physicalLocation"]["region"]["startLine"]
            .GetInt() == 12);
}

TEST_CASE("keys of JSON have one unit, and the verdict is on top") {
  const GateRuns runs(GateModel{}, Slower());
  const auto answer = ParsedJson(runs.Gate({"--output=json"}).out);
  CHECK(answer["verdict"].GetString() == std::string("regression"));
  CHECK(std::string(answer["reason"].GetString()).find("the step takes") == 0);
  for (const auto& row : RowsUnder(answer, "measures").GetArray()) {
    const bool is_parallelism =
        row["measure"].GetString() == std::string("parallelism");
    CHECK(row["before_us"].IsNumber() != is_parallelism);
    CHECK(row["before_parallelism"].IsNumber() == is_parallelism);
    CHECK(row["after_bytes"].IsNull());
    if (row["ratio"].IsNull() || is_parallelism) continue;
    CHECK(row["ratio"].GetDouble() ==
          Approx(row["after_us"].GetDouble() / row["before_us"].GetDouble())
              .epsilon(1e-12));
  }
  CHECK(RowsUnder(answer, "verdict")[0]["matched_share"].GetDouble() == 1);
}

TEST_CASE("a budget that was written needs no baseline") {
  const GateRuns runs(GateModel{}, Slower());
  const TempDir folder;
  const std::string budget = folder.path() + "/b.toml";
  CHECK(AskGate({"--baseline=" + runs.before(), "--write_budget=" + budget})
            .code == 0);
  const auto judge = [&](const std::string& candidate) {
    return AskGate({"--candidate=" + candidate, "--budget=" + budget});
  };
  CHECK(judge(runs.First()).code == 0);
  CHECK(judge(runs.before()).code == 0);
  CHECK(judge(runs.after()).code == 1);
  CHECK(judge(runs.after()).FirstLine().starts_with("over budget: "));
}

TEST_CASE("a slowdown is approved in the budget") {
  const GateRuns runs(GateModel{}, Slower());
  const auto accept = [](const std::string& metric, const std::string& most) {
    return fmt::format(
        "[[accept]]\nmetric = \"{}\"\nmax_increase = \"{}\"\nreason = "
        "\"wider head\"\nuntil = 2999-12-31\n",
        metric, most);
  };
  const GateAnswer both =
      runs.Budget(accept("length", "25%") + accept("first step", "25%"));
  CHECK(both.code == 0);
  CHECK(both.FirstLine().starts_with(
      "pass: accepted until 2999-12-31: wider head"));
  CHECK(runs.Budget(accept("length", "25%")).code == 1);
  CHECK(
      runs.Budget(accept("length", "10%") + accept("first step", "25%")).code ==
      1);
  CHECK(runs.Budget(accept("busy", "10%")).code == 2);
  const GateAnswer for_ever = runs.Budget(
      "[[accept]]\nmetric = \"length\"\nmax_increase = \"25%\"\nreason = "
      "\"x\"");
  CHECK(for_ever.code == 2);
  CHECK(for_ever.Complains("has no last day"));
}

TEST_CASE("a broken dump still reports in files") {
  const GateRuns runs(GateModel{}, GateModel{});
  const TempDir folder;
  const std::string broken = folder.path() + "/broken";
  std::filesystem::create_directory(broken);
  WriteFile(broken + "/graph.pbtxt", "node { name: \"a\" op: \"A\" }");
  WriteFile(broken + "/run_meta_0.pbtxt", "step_stats { dev_stats {");
  const auto ask = [&](const std::string& before, const std::string& after) {
    return AskGate({"--baseline=" + before, "--candidate=" + after,
                    "--output=csv",
                    "--output=junit:outfile=" + folder.path() + "/v.xml",
                    "--output=sarif:outfile=" + folder.path() + "/v.sarif",
                    "--output=markdown:outfile=" + folder.path() + "/v.md",
                    "--output=json:outfile=" + folder.path() + "/v.json"});
  };
  const GateAnswer answer = ask(runs.before(), broken);
  CHECK(answer.code == 3);
  CHECK(answer.out.empty());
  CHECK(answer.Complains("candidate"));
  const auto file = [&](const std::string& name) {
    return ReadFile(folder.path() + "/v." + name);
  };
  CHECK(file("xml").find("<error type=\"error\" message=\"candidate") !=
        std::string::npos);
  CHECK(file("md").starts_with("**error**: candidate"));
  const auto sarif = ParsedJson(file("sarif"));
  CHECK_FALSE(
      sarif["runs"][0]["invocations"][0]["executionSuccessful"].GetBool());
  const auto json = ParsedJson(file("json"));
  CHECK(json["verdict"].GetString() == std::string("error"));
  CHECK(std::string(json["reason"].GetString()).starts_with("candidate"));
  CHECK(ask(broken, runs.after()).Complains("baseline"));
  CHECK(ask(runs.before(), folder.path() + "/missing").code == 3);
  CHECK(std::string(ParsedJson(file("json"))["verdict"].GetString()) ==
        "error");
}

TEST_CASE("the least growth of memory may be a share") {
  GateModel after;
  after.ops[1].bytes = 8192;
  const GateRuns runs(GateModel{}, after);
  CHECK(runs.Gate().code == 1);
  CHECK(runs.Gate({"--min_bytes_changed=30%"}).code == 0);
  CHECK(runs.Gate({"--min_bytes_changed=10%"}).code == 1);
  CHECK(runs.Gate({"--min_bytes_changed=-1%"}).code == 2);
}

}  // namespace tfprof
