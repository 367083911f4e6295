// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/plain_words.h"

#include <string>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

Verdict::Summary SummaryOfRuns(const GateInput& input) {
  const GateOptions options;
  return SummaryOf(input, options, RunGate(input, options, {}, "2026-06-15"));
}

}  // namespace

TEST_CASE("plain words: what got slower, by how much, where, how sure") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}, {"b", 0}});
  maker.AddFive({10'000, 6000, 4000}, {12'000, 8000, 4000});
  maker.input().rows[1].file = "net.py";
  maker.input().rows[1].line = 3;
  const Verdict::Summary summary = SummaryOfRuns(maker.input());
  CHECK(summary.sentence == "The step takes 12.00ms, was 10.00ms (+20.0 %).");
  REQUIRE(summary.rows.size() == 1);
  CHECK(summary.rows[0].what == "a");
  CHECK(summary.rows[0].before == "6.00ms");
  CHECK(summary.rows[0].after == "8.00ms");
  CHECK(summary.rows[0].change == "+33.3 %");
  CHECK(summary.rows[0].line == "net.py:3");
  CHECK(summary.certainty.starts_with("5 runs each; the true change is between"));
}

TEST_CASE("plain words: no change, and what would have been seen") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}});
  maker.AddFive({10'000, 6000}, {10'000, 6000});
  const Verdict::Summary summary = SummaryOfRuns(maker.input());
  CHECK(summary.rows.empty());
  CHECK(summary.certainty.find("would have been seen") != std::string::npos);
}

TEST_CASE("plain words: at most five rows, the largest change first") {
  std::vector<std::pair<std::string, uint32_t>> rows = {
      {"root", TestedRow::kNoParent}};
  std::vector<double> before = {10'000}, after = {30'000};
  for (int i = 0; i < 9; ++i) {
    rows.push_back({"new_" + std::to_string(i), 0});
    before.push_back(GateInputMaker::kMissing);
    after.push_back(1000 + 100 * i);
  }
  GateInputMaker maker(rows);
  maker.AddFive(before, after);
  const Verdict::Summary summary = SummaryOfRuns(maker.input());
  REQUIRE(summary.rows.size() == 5);
  CHECK(summary.rows[0].what == "new_8");
  CHECK(summary.rows[0].change == "new");
}

TEST_CASE("plain words: runs that cannot tell say so") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a", 0}});
  maker.Before({10'000, 6000});
  maker.After({14'000, 9000});
  const Verdict::Summary summary = SummaryOfRuns(maker.input());
  CHECK(summary.sentence.starts_with("These runs cannot tell"));
  REQUIRE(summary.rows.size() == 1);
  CHECK(summary.rows[0].what == "a (could be chance)");
  CHECK(summary.certainty == "1 run each; too few to see any slowdown.");
}

}  // namespace tfprof
