// SPDX-License-Identifier: Apache-2.0
// Changes that the gate must not let pass.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/gate_runs.h"

namespace tfprof {

TEST_CASE("a floor without its unit and negative floors are refused") {
  const GateRuns runs(GateModel{}, GateModel{});
  CHECK(runs.Gate({"--min_slowdown=2"}).code == 2);
  CHECK(runs.Gate({"--min_slowdown=2%"}).code == 0);
  CHECK(runs.Gate({"--min_slowdown=-2%"}).code == 2);
  CHECK(runs.Gate({"--min_bytes_changed=-1"}).code == 2);
  CHECK(runs.Gate({"--last=-1"}).code == 2);
}

TEST_CASE(
    "an operation that did not run on one side is not on another device") {
  GateModel without;
  without.ops.pop_back();
  for (const bool is_gone : {true, false}) {
    CAPTURE(is_gone);
    const GateRuns runs(is_gone ? GateModel{} : without,
                        is_gone ? without : GateModel{});
    const GateAnswer answer = runs.Gate({"--output=stdout:width=0"});
    CHECK_FALSE(answer.Says("device"));
    CHECK(answer.Says(is_gone ? "gone" : "new"));
    CHECK(answer.Says("decoder/softmax"));
  }
}

TEST_CASE("a regression is one whatever inconclusive means") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateRuns runs(GateModel{}, slower);
  const GateAnswer answer = runs.Gate({"--inconclusive=pass"});
  CHECK(answer.code == 1);
  CHECK(answer.Says("decoder/matmul on the critical path: "));
  // Nor is one run a side made enough by it.
  const GateRuns few(GateModel{}, slower, 1);
  CHECK(few.Gate().code == 4);
  CHECK(few.Gate({"--inconclusive=pass"}).code == 0);
  CHECK(few.Gate({"--inconclusive=pass", "--self_test"}).code == 1);
}

TEST_CASE("an error goes before a regression") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateRuns runs(GateModel{}, slower);
  const GateAnswer answer =
      runs.Budget("[[limit]]\nmetric = \"float_ops\"\nmax = 1\n");
  CHECK(answer.code == 2);
  CHECK(answer.Complains("budget.toml"));
}

namespace {

// Runs of one side an hour after all of the other.
GateRuns RunsApart(GateModel before, GateModel after, int each) {
  constexpr int64_t kHour = 3'600'000'000;
  before.epoch_micros = 1'700'000'000'000'000;
  after.epoch_micros = before.epoch_micros + kHour;
  return GateRuns(before, after, each);
}

// Each run of a list, by number.
std::string RunAt(const std::string& list, size_t number) {
  size_t begin = 0;
  while (number-- > 0) begin = list.find(',', begin) + 1;
  return list.substr(begin, list.find(',', begin) - begin);
}

}  // namespace

TEST_CASE("pairs that were not made in turn are said not to be") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateRuns runs = RunsApart(GateModel{}, slower, 6);
  const GateAnswer answer = runs.Gate({"--pairs"});
  CHECK(answer.code == 1);
  CHECK(answer.FirstLine().find("cannot be told from a change") !=
        std::string::npos);
}

TEST_CASE("drift is no excuse for what does not depend on luck") {
  GateModel fatter;
  fatter.ops[1].bytes = 9000;
  const GateAnswer answer = RunsApart(GateModel{}, fatter, 5).Gate();
  CHECK(answer.code == 1);
  CHECK(answer.FirstLine().starts_with("regression: requested_bytes of "));
  CHECK(answer.FirstLine().find("cannot be told") == std::string::npos);
}

TEST_CASE("what is not comparable is told once, with how many runs are so") {
  GateModel two_hosts;
  two_hosts.hosts = 2;
  const GateRuns runs(GateModel{}, two_hosts);
  const GateAnswer text = runs.Gate();
  CHECK(text.code == 4);
  CHECK(text.FirstLine().find("ran on 2 hosts: CPU 2, ") != std::string::npos);
  CHECK(text.FirstLine().ends_with("(4 more runs are like it)"));
  size_t checks = 0;
  const std::string json = runs.Gate({"--output=json"}).out;
  for (size_t at = 0; (at = json.find("\"rule\":\"comparable\"", at)) !=
                      std::string::npos;
       ++at) {
    ++checks;
  }
  CHECK(checks == 1);
}

TEST_CASE("work of other devices or shapes is not compared by its amount") {
  // More of everything, as a larger batch has.
  GateModel batch;
  batch.feed = "32";
  GateModel twice = batch;
  twice.feed = "64";
  for (GateOp& op : twice.ops) op.bytes *= 2;
  const GateAnswer fed = GateRuns(batch, twice).Gate();
  CHECK(fed.code == 4);
  CHECK(fed.Says("x is fed 64"));
  GateModel hosts = twice;
  hosts.feed = batch.feed;
  hosts.hosts = 2;
  CHECK(GateRuns(batch, hosts).Gate().code == 4);
  // On the same devices and shapes it is a regression.
  twice.feed = batch.feed;
  CHECK(GateRuns(batch, twice).Gate().code == 1);
}

TEST_CASE("one run without starts among others is named") {
  const GateRuns runs(GateModel{}, [](int run) {
    GateModel model;
    model.has_starts = run != 2;
    return model;
  }, 5);
  const GateAnswer answer = runs.Gate();
  CHECK(answer.code == 4);
  CHECK(answer.FirstLine().find("after_2 has no step times: its records have "
                                "no start") != std::string::npos);
  CHECK(runs.Gate({"--inconclusive=fail"}).code == 1);
}

TEST_CASE("one corrupt run among ten is an error with its file") {
  const GateRuns runs(GateModel{}, GateModel{});
  const std::string file = RunAt(runs.after(), 3) + "/run_meta_2.pbtxt";
  WriteFile(file, "step_stats { dev_stats { device: \"cpu\" node_stats {");
  const GateAnswer answer = runs.Gate();
  CHECK(answer.code == 3);
  CHECK(answer.out.empty());
  CHECK(answer.Complains(file));
  CHECK(runs.Gate({"--inconclusive=pass"}).code == 3);
}

TEST_CASE("one run a side says how many would do, and what is exact") {
  GateModel slower;
  slower.ops[2].micros *= 1.5;
  const GateAnswer answer = GateRuns(GateModel{}, slower, 1).Gate();
  CHECK(answer.code == 4);
  CHECK(answer.FirstLine().starts_with("inconclusive: "));
  CHECK(answer.Says("1 against 1 runs cannot show anything at 5%, 4 a side "
                    "would do"));
  GateModel more;
  more.ops.push_back({"decoder/extra", "Relu", 1, 4096, 0});
  CHECK(GateRuns(GateModel{}, more, 1).Gate().code == 1);
}

TEST_CASE("no word about what cannot be told makes a failure pass") {
  const GateRuns same(GateModel{}, GateModel{});
  const std::string limit = "[[limit]]\nmetric = \"requested_bytes\"\nmax = 1\n";
  CHECK(same.Budget(limit, {"--inconclusive=pass"}).code == 1);
  GateModel two_hosts;
  two_hosts.hosts = 2;
  const GateRuns apart(GateModel{}, two_hosts);
  CHECK(apart.Gate({"--inconclusive=pass"}).code == 0);
  CHECK(apart.Budget(limit, {"--inconclusive=pass"}).code == 1);
  CHECK(apart.Gate({"--inconclusive=pass", "--self_test"}).code == 1);
  CHECK(same.Gate({"--inconclusive=pass", "--self_test", "--must_show=1%",
                   "--min_micros_changed=20ms"})
            .code == 1);
}

TEST_CASE("a scope is named where the step varies too much to tell") {
  // A long operation takes anything; another one is half as long again.
  const auto varied = [](double micros, int seed) {
    return [micros, seed](int run) {
      GateModel model;
      model.spread = 0;
      model.ops[0].micros = 20'000 * (1 + ((run * 5 + seed) % 8) * 0.2);
      model.ops[3].micros = micros;
      return model;
    };
  };
  TempDir folder;
  std::string before, after;
  for (int run = 0; run < 8; ++run) {
    const auto seed = static_cast<uint64_t>(run);
    const std::string comma = run == 0 ? "" : ",";
    before += comma + WriteGateRun(folder, fmt::format("b{}", run),
                                   varied(2000, 0)(run), seed + 1);
    after += comma + WriteGateRun(folder, fmt::format("a{}", run),
                                  varied(3000, 1)(run), seed + 20);
  }
  const std::vector<std::string> sides = {"--baseline=" + before,
                                          "--candidate=" + after};
  const GateAnswer answer = AskGate(sides);
  CHECK(answer.code == 4);
  CHECK(answer.FirstLine().starts_with("inconclusive: these runs cannot tell"));
  CHECK(answer.FirstLine().find("but decoder/softmax takes 1.5 times as long") !=
        std::string::npos);
  std::vector<std::string> github = sides;
  github.insert(github.end(), {"--output=github", "--path_prefix=/src/="});
  CHECK(AskGate(github).Says("file=model.py,line=13"));
}

TEST_CASE("a sum that is not proven to differ is not said to be as before") {
  // Idling makes the step longer; the sum is more, too, by something that
  // varies too much to be proven.
  const auto model = [](int run) {
    GateModel of_run;
    of_run.spread = 0;
    of_run.lanes = 2;
    of_run.idle_micros = 4000;
    of_run.ops[1].micros = run % 5 == 0 ? 100 : 3000;
    return of_run;
  };
  GateModel before;
  before.lanes = 2;
  const GateRuns runs(before, model, 5);
  const GateAnswer answer = runs.Gate();
  CHECK(answer.code == 1);
  CHECK_FALSE(answer.Says("operations take as long as before"));
  CHECK(answer.Says("times as long in sum"));
}

TEST_CASE("tables of the gate fit the width") {
  GateModel slower;
  const std::string deep(60, 'x');
  for (int i = 0; i < 3; ++i) {
    slower.ops.push_back({fmt::format("{}/{}/op_{}", deep, deep, i), "Tanh",
                          123'456, 123'456'789, 20});
  }
  slower.ops[2].micros *= 1.5;
  const GateRuns runs(GateModel{}, slower);
  std::string budget;
  for (const char* metric : {"requested_bytes", "micros", "length"}) {
    budget += fmt::format(
        "[[limit]]\nmetric = \"{}\"\n{}max = 123456789\nmax_increase = "
        "\"12.5%\"\nreason = \"a reason that is rather long\"\nowner = "
        "\"somebody with a name\"\n",
        metric,
        std::string_view(metric) == "length" ? "" : "scope = 'decoder/.*'\n");
  }
  const GateAnswer answer = runs.Budget(budget);
  CHECK(answer.Says("+12.5%"));
  CHECK(answer.Says("123456789us"));
  bool is_table = false;
  for (size_t at = 0; at < answer.out.size();) {
    const size_t end = answer.out.find('\n', at);
    const std::string line = answer.out.substr(at, end - at);
    at = end + 1;
    // A table follows its heading, which is a line of words with gaps.
    if (line.starts_with("measure ") || line.starts_with("scope ") ||
        line.starts_with("metric ") || line.starts_with("steps ")) {
      is_table = true;
    }
    if (line.empty()) is_table = false;
    if (!is_table) continue;
    CAPTURE(line);
    size_t width = 0;
    for (const char c : line) width += (c & 0xC0) != 0x80 ? 1 : 0;
    CHECK(width <= 100);
  }
}

TEST_CASE("of limits that are broken ten are listed, the rest is counted") {
  const GateRuns runs(GateModel{}, GateModel{});
  std::string budget;
  for (int i = 0; i < 13; ++i) {
    budget += "[[limit]]\nmetric = \"requested_bytes\"\nmax = 1\n";
  }
  const GateAnswer answer = runs.Budget(budget, {"--output=github"});
  CHECK(answer.code == 1);
  size_t errors = 0;
  for (size_t at = 0;
       (at = answer.out.find("::error", at)) != std::string::npos; ++at) {
    ++errors;
  }
  CHECK(errors == 10);
  CHECK(answer.Says("and 3 more, see --output=json"));
}

}  // namespace tfprof
