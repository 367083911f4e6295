// SPDX-License-Identifier: Apache-2.0
// The gate on runs whose cause is known: each is made here.
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/gate_runs.h"

namespace tfprof {

namespace {

using Model = GateModel;
using Told = GateAnswer;
using Runs = GateRuns;

Model With(const std::function<void(Model&)>& change) {
  Model model;
  change(model);
  return model;
}

}  // namespace

TEST_CASE("idling between operations is a regression of the step") {
  const Runs runs(Model{}, With([](Model& m) { m.idle_micros = 1000; }));
  const Told answer = runs.Gate();
  CHECK(answer.code == 1);
  CHECK(answer.FirstLine().starts_with("regression: the step takes 1"));
  CHECK(answer.Says("operations take as long as before"));
  CHECK(answer.Says("idle time grew from 0% to 2"));
}

TEST_CASE("running operations side by side is an improvement") {
  const Runs runs(Model{}, With([](Model& m) { m.lanes = 4; }));
  const Told answer = runs.Gate();
  CHECK(answer.code == 0);
  CHECK(answer.FirstLine().starts_with("improvement: the step takes "));
  CHECK(runs.Gate({"--output=json"}).Says("\"verdict\":\"improvement\""));
  // The other way round it is found, too.
  const Runs lost(With([](Model& m) { m.lanes = 4; }), Model{});
  CHECK(lost.Gate().code == 1);
  CHECK(lost.Gate().Says("operations ran at a time, now 1.0"));
}

TEST_CASE("slow steps are a regression of their own") {
  const auto steps = [](double slow) {
    return With([slow](Model& m) {
      m.steps = 31;
      m.slow_every_tenth = slow;
    });
  };
  const Runs runs(steps(1), steps(3));
  const Told answer = runs.Gate({"--steps=all"});
  CHECK(answer.code == 1);
  CHECK(answer.FirstLine().starts_with(
      "regression: the slowest tenth of the steps"));
  CHECK(Runs(steps(1), steps(1)).Gate().code == 0);
}

TEST_CASE("the verdict of a small change says what is not proven") {
  const auto noisy = [](double micros) {
    return [micros](int run) {
      return With([&](Model& m) {
        m.spread = 0.05;
        // One scope is several times as long, with a spread that hides it.
        m.ops[1].micros = micros * (run % 2 == 0 ? 0.2 : 1.8);
      });
    };
  };
  const Runs runs(Model{}, noisy(1600), 4);
  const Told answer = runs.Gate({"--view=graph"});
  CHECK(answer.code != 1);
  CHECK(answer.Says("could be chance: encoder/relu takes "));
}

TEST_CASE("runs that were made in one go are said to be so") {
  const auto at = [](int64_t hour) {
    return [hour](int run) {
      return With([&](Model& m) {
        m.epoch_micros = 1'700'000'000'000'000 +
                         (hour * 100 + run) * int64_t{60'000'000};
      });
    };
  };
  TempDir folder;
  std::string before, after, mixed;
  for (int run = 0; run < 6; ++run) {
    const auto seed = static_cast<uint64_t>(run);
    const std::string comma = run == 0 ? "" : ",";
    Model slower = at(2)(run);
    slower.ops[0].micros *= 1.5;
    before += comma + WriteGateRun(folder, fmt::format("b{}", run), at(1)(run),
                               seed + 1);
    after += comma + WriteGateRun(folder, fmt::format("a{}", run), slower,
                              seed + 20);
    Model beside = slower;
    beside.epoch_micros = at(1)(run).epoch_micros + 1'000'000;
    mixed += comma + WriteGateRun(folder, fmt::format("m{}", run), beside,
                              seed + 40);
  }
  const Told apart = AskGate({"--baseline=" + before, "--candidate=" + after});
  CHECK(apart.code == 1);
  CHECK(apart.FirstLine().find("cannot be told from a change") !=
        std::string::npos);
  const Told in_turn = AskGate({"--baseline=" + before, "--candidate=" + mixed});
  CHECK(in_turn.code == 1);
  CHECK_FALSE(in_turn.Says("cannot be told from a change"));
  const Told pairs =
      AskGate({"--baseline=" + before, "--candidate=" + mixed, "--pairs"});
  CHECK(pairs.code == 1);
  CHECK(pairs.Says("p = 0.0312"));
  CHECK(AskGate({"--baseline=" + before, "--candidate=" + mixed.substr(0, mixed.rfind(',')),
             "--pairs"})
            .code == 2);
}

TEST_CASE("five pairs are too few") {
  const Runs runs(Model{}, With([](Model& m) { m.idle_micros = 1000; }));
  const Told answer = runs.Gate({"--pairs"});
  CHECK(answer.code == 4);
  CHECK(answer.Says("6 pairs would do"));
}

TEST_CASE("the same run twice is refused") {
  const Runs runs(Model{}, Model{});
  const Told answer = AskGate({"--baseline=" + runs.before() + "," + runs.First(),
                             "--candidate=" + runs.after()});
  CHECK(answer.code == 2);
  CHECK(answer.Complains("are the same run"));
}

TEST_CASE("stray words are refused") {
  const Runs runs(Model{}, Model{});
  CHECK(runs.Gate({runs.First()}).code == 2);
  CHECK(AskGate({runs.First()}).Complains("unexpected word"));
}

TEST_CASE("a deaf gate exits with 1 whatever inconclusive means") {
  const Runs runs(Model{}, Model{});
  CHECK(runs.Gate({"--self_test"}).code == 0);
  const Told answer = runs.Gate(
      {"--self_test", "--min_slowdown=50%", "--inconclusive=pass"});
  CHECK(answer.code == 1);
  CHECK(answer.Says("was not found"));
  const Told deaf = runs.Gate({"--min_micros_changed=4ms"});
  CHECK(deaf.code == 4);
  CHECK(deaf.Says("hide slowdowns below"));
}

TEST_CASE("runs that cannot be compared are said to be so") {
  const auto check = [](const Model& after, const std::string& words) {
    const Told answer = Runs(Model{}, after).Gate();
    CHECK(answer.code == 4);
    CHECK(answer.FirstLine().starts_with("not comparable: "));
    CHECK(answer.Says(words));
  };
  check(With([](Model& m) { m.has_starts = false; }), "has no step times");
  check(With([](Model& m) { m.hosts = 2; }), "ran on 2 hosts: CPU 2");
  const Told fed = Runs(With([](Model& m) { m.feed = "8"; }),
                          With([](Model& m) { m.feed = "16"; }))
                         .Gate();
  CHECK(fed.code == 4);
  CHECK(fed.Says("x is fed 16"));
  // More steps are no obstacle.
  CHECK(Runs(Model{}, With([](Model& m) { m.steps = 6; })).Gate().code == 0);
}

TEST_CASE("a new scope is named with its cost") {
  const Model after = With([](Model& m) {
    for (int i = 0; i < 40; ++i) {
      m.ops.push_back({fmt::format("head/sort/op_{}", i), "Sort", 100, 0, 20});
    }
  });
  const Runs runs(Model{}, after);
  const Told answer = runs.Gate();
  CHECK(answer.code == 1);
  CHECK(answer.Says("new, 40 operations"));
  CHECK(answer.Says("/src/model.py:20"));
  CHECK(runs.Gate({"--output=github"})
            .Says("40 operations are new under head: "));
}

TEST_CASE("a scope that was renamed is the same") {
  const Model after = With([](Model& m) {
    for (GateOp& op : m.ops) {
      if (op.name.starts_with("decoder/")) op.name = "new_" + op.name;
    }
  });
  const Told answer = Runs(Model{}, after).Gate();
  CHECK(answer.code == 0);
  CHECK(answer.FirstLine().starts_with("pass: "));
  CHECK(answer.Says("was decoder"));
}

TEST_CASE("growth that was accepted is none") {
  const Model after = With([](Model& m) { m.ops[1].bytes = 8192; });
  const Runs runs(Model{}, after);
  CHECK(runs.Gate().code == 1);
  CHECK(runs.Gate().Says("requested_bytes of encoder/relu: 4096 before, 8192"));
  CHECK(runs.Gate({"--min_bytes_changed=5000"}).code == 0);
  const auto accept = [](const std::string& more) {
    return "[[accept]]\nmetric = \"requested_bytes\"\nreason = \"meant\"\n" +
           more;
  };
  const Told accepted =
      runs.Budget(accept("scope = 'encoder/.*'\nmax = 8192\n"));
  CHECK(accepted.code == 0);
  CHECK(runs.Budget(accept("max_increase = \"25%\"\n")).code == 0);
  CHECK(runs.Budget(accept("max_increase = \"24.9%\"\n")).code == 1);
  CHECK(runs.Budget(accept("max = 99999\nuntil = \"2999-01-01\"\n")).code == 0);
  CHECK(runs.Budget(accept("max = 99999\nuntil = 2001-01-01\n")).code == 1);
  CHECK(runs.Budget(accept("scope = 'decoder/.*'\nmax = 99999\n")).code == 1);
  CHECK(runs.Budget("[[accept]]\nmetric = \"micros\"\nmax = 1\nreason = \"x\"\n")
            .code == 2);
  CHECK(runs.Budget("[[accept]]\nmetric = \"params\"\nmax = 1\n")
            .Complains("has no reason"));
}

TEST_CASE("a row that varies does not hide growth above it") {
  const auto model = [](int64_t bytes) {
    return [bytes](int run) {
      return With([&](Model& m) {
        m.ops[0].bytes = 4096 + 10 * run;
        m.ops[1].bytes = bytes;
      });
    };
  };
  TempDir folder;
  std::string before, after;
  for (int run = 0; run < 5; ++run) {
    const auto seed = static_cast<uint64_t>(run);
    const std::string comma = run == 0 ? "" : ",";
    before += comma + WriteGateRun(folder, fmt::format("b{}", run),
                               model(4096)(run), seed + 1);
    after += comma + WriteGateRun(folder, fmt::format("a{}", run),
                              model(9000)(run), seed + 9);
  }
  const Told answer = AskGate({"--baseline=" + before, "--candidate=" + after});
  CHECK(answer.code == 1);
  CHECK(answer.Says("requested_bytes of encoder/relu"));
}

TEST_CASE("budgets look at all rows and hold at equality") {
  Model deep;
  std::string scope = "a";
  for (int i = 0; i < 14; ++i) scope += fmt::format("/s{}", i);
  deep.ops.push_back({scope + "/op", "Tanh", 500, 115, 0});
  const Runs runs(deep, deep);
  const auto limit = [](const std::string& text) {
    return "[[limit]]\nmetric = \"requested_bytes\"\n" + text;
  };
  // Deeper than a view shows, and in another view than the gate's.
  CHECK(runs.Budget(limit("scope = '.*/op'\nmax = 115\n")).code == 0);
  CHECK(runs.Budget(limit("op = 'Tanh'\nmax = 115\n"), {"--max_depth=1"})
            .code == 0);
  const Told over = runs.Budget(limit("scope = '.*/op'\nmax = 114.9\n"));
  CHECK(over.code == 1);
  CHECK(over.FirstLine().starts_with("over budget: "));
  CHECK(runs.Gate({"--output=junit", "--budget=" + runs.Write("b.toml",
                   limit("max = 1\n"))}).Says("type=\"over budget\""));

  const Model more = With([](Model& m) { m.ops[0].bytes = 115; });
  const Model less = With([](Model& m) { m.ops[0].bytes = 100; });
  const Runs grown(less, more);
  const std::string exact = "scope = 'encoder/matmul'\nmax_increase = ";
  CHECK(grown.Budget(limit(exact + "\"15%\"\n")).code == 0);
  CHECK(grown.Budget(limit(exact + "\"14.99%\"\n")).code == 1);
}

TEST_CASE("limits on what a dump lacks are errors with their line") {
  const Runs runs(Model{}, Model{});
  const Told flops =
      runs.Budget("\n[[limit]]\nmetric = \"float_ops\"\nmax = 5\n");
  CHECK(flops.code == 2);
  CHECK(flops.Complains("budget.toml:2: float_ops"));
  CHECK(runs.Budget("[[limit]]\nmetric = \"slow steps\"\nmax = 5\n").code == 2);
  CHECK(runs.Budget("[[limit]]\nmetric = \"length\"\nmax = 10\n").code == 1);
  CHECK(runs.Budget("[[limit]]\nmetric = \"length\"\nmax_increase = \"5%\"\n")
            .code == 0);
  // Errors in the question come before errors in the runs.
  const Runs slower(Model{}, With([](Model& m) { m.idle_micros = 1000; }));
  CHECK(slower.Budget("[[limit]]\nmetric = \"float_ops\"\nmax = 5\n").code == 2);
}

TEST_CASE("at most ten findings of a kind, the rest is counted") {
  Model before, after;
  for (int i = 0; i < 30; ++i) {
    before.ops.push_back({fmt::format("s{}", i), "Tanh", 1000, 64, i + 30});
    after.ops.push_back({fmt::format("s{}", i), "Tanh", 2000, 64, i + 30});
  }
  const Runs runs(before, after);
  const Told text = runs.Gate();
  CHECK(text.code == 1);
  CHECK(text.Says("and 20 more, see --output=json"));
  const Told github = runs.Gate({"--output=github"});
  size_t lines = 0;
  for (size_t at = 0; (at = github.out.find("gate%3A scope", at)) !=
                      std::string::npos;
       ++at) {
    ++lines;
  }
  // The verdict, the first step, and eight of the thirty scopes.
  CHECK(lines == 8);
  CHECK(github.Says("and 22 more, see --output=json"));
  CHECK(runs.Gate({"--output=json"}).Says("\"name\":\"s29\""));
}

TEST_CASE("a line is named only if the change is that line's") {
  const Model after = With([](Model& m) {
    m.ops[2].micros *= 1.5;
    m.ops[3].micros *= 3;
  });
  const Runs runs(Model{}, after);
  const Told mapped =
      runs.Gate({"--output=github", "--path_prefix=/src/=lib/"});
  CHECK(mapped.Says("file=lib/model.py,line=12"));
  CHECK(mapped.Says("file=lib/model.py,line=13"));
  // The scope's change is of both.
  const Told text = runs.Gate();
  const size_t at = text.out.find("\ndecoder  ");
  REQUIRE(at != std::string::npos);
  const std::string row =
      text.out.substr(at + 1, text.out.find('\n', at + 1) - at - 1);
  CHECK(row.find("model.py") == std::string::npos);
}

TEST_CASE("calibration says what the machine does, and can fail") {
  const auto baseline = [](double drift) {
    return [drift](int run) {
      return With([&](Model& m) {
        m.ops[0].micros *= 1 + drift * run;
        m.spread = 0.003;
      });
    };
  };
  const auto ask = [](const Runs& runs) {
    return AskGate({"--baseline=" + runs.after(), "--calibrate"});
  };
  const Told steady = ask(Runs(Model{}, baseline(0), 10));
  CHECK(steady.code == 0);
  CHECK(steady.Says("drift"));
  const Told drifting = ask(Runs(Model{}, baseline(0.02), 10));
  CHECK(drifting.code == 4);
  CHECK(drifting.Says("the machine drifts"));
  CHECK(ask(Runs(Model{}, baseline(0), 9)).Says("give 10"));
}

}  // namespace tfprof
