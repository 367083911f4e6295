// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/top.h"

#include <cmath>

#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/work_step.h"

namespace tfprof {
namespace {

constexpr std::string_view kModel =
    "a/x MatMul flops=10 device=/job:w/replica:0/task:0/cpu:0 "
    "stack=train.py:7:main>/usr/lib/python3/op.py:1:f step=1:30:0:8 "
    "step=1:10:0:8\n"
    "a/y MatMul device=/job:w/replica:0/task:0/cpu:0 stack=train.py:7:main "
    "step=1:50:0:0 step=1:30:0:0\n"
    "b Relu device=/job:w/replica:0/task:0/cpu:0 step=1:20:0:4 step=1:40:0:4\n";

// Name and time a step of each row, in order.
std::vector<std::pair<std::string, double>> RowsOf(const Section& section) {
  std::vector<std::pair<std::string, double>> rows;
  for (const auto& row : std::get<Table>(section.block).rows) {
    rows.emplace_back(std::get<OwnedText>(row.back()).view(),
                      NumberOf(row[2]).value());
  }
  return rows;
}

using Types = std::vector<std::pair<std::string, double>>;

TEST_CASE("top: rows are means of the chosen steps, the largest first") {
  const Profile profile = TinyProfile(kModel, kCorrectedRules);
  CHECK(RowsOf(TopOf(profile, {0, 1}, {})) ==
        Types{{"MatMul", 60}, {"Relu", 30}});
  CHECK(RowsOf(TopOf(profile, {1}, {})) == Types{{"MatMul", 40}, {"Relu", 40}});
}

TEST_CASE("top: whatever has a row, they add up to the same") {
  const Profile profile = TinyProfile(kModel, kCorrectedRules);
  for (const TopBy by : {TopBy::kOp, TopBy::kName, TopBy::kScope, TopBy::kCode,
                         TopBy::kDevice, TopBy::kShape}) {
    double sum = 0;
    double shares = 0;
    const Section section = TopOf(profile, {0}, {.by = by});
    for (const auto& row : std::get<Table>(section.block).rows) {
      shares += NumberOf(row[0]).value();
      sum += NumberOf(row[2]).value();
    }
    CHECK(sum == 100);
    CHECK(std::abs(shares - 1) < 1e-12);
  }
}

TEST_CASE("top: a scope stands for what is in it, a line for what it made") {
  const Profile profile = TinyProfile(kModel, kCorrectedRules);
  CHECK(RowsOf(TopOf(profile, {0}, {.by = TopBy::kScope, .scope_depth = 1})) ==
        Types{{"a", 80}, {"b", 20}});
  CHECK(RowsOf(TopOf(profile, {0}, {.by = TopBy::kCode})) ==
        Types{{"train.py:7", 80}, {"(no code line)", 20}});
}

TEST_CASE("top: a filter hides rows and not their share of the whole") {
  const Profile profile = TinyProfile(kModel, kCorrectedRules);
  TopOptions options;
  options.filter = CompileSearch("elu").value();
  const Section section = TopOf(profile, {0}, options);
  const auto& rows = std::get<Table>(section.block).rows;
  REQUIRE(rows.size() == 1);
  CHECK(NumberOf(rows[0][0]) == 0.2);
}

TEST_CASE("top: rows need the profile's texts alone, also for work") {
  Profile profile = TinyProfile(kModel, kCorrectedRules);
  TopSums sums(profile, {0}, {.by = TopBy::kScope, .scope_depth = 1});
  sums.TakeTexts(std::move(profile));
  WorkStep step;
  step.Add("a/x", "Square()", {{4}});
  step.Add("in", "Const()", {{4}});
  step.Add("a/y", "Square(in)", {{4}});
  step.Add("b", "Mine(in)", {{4}});
  sums.AddWork(step.Counted());
  const Section section = sums.Finish(true);
  const auto& table = std::get<Table>(section.block);
  REQUIRE(table.RowCount() == 2);
  CHECK(table.rows.empty());
  std::vector<Cell> made;
  const std::vector<Cell>& row = table.RowAt(0, made);
  CHECK(std::get<OwnedText>(row.back()).view() == "a");
  CHECK(NumberOf(row[6]) == 4);
  CHECK(!NumberOf(table.RowAt(1, made)[6]));
}

TEST_CASE("top: a pattern is found anywhere, without a capital in any case") {
  CHECK(CompileSearch("mat").value().Matches("MatMul"));
  CHECK(CompileSearch("Mul").value().Matches("MatMul"));
  CHECK_FALSE(CompileSearch("MUL").value().Matches("MatMul"));
  CHECK_FALSE(CompileSearch("(").has_value());
}

}  // namespace
}  // namespace tfprof
