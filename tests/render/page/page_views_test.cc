// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_views.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/diff.h"
#include "support/page_section.h"
#include "support/whole_view.h"

namespace tfprof {

TEST_CASE("what rows cost themselves is left out where it is a difference") {
  WholeView sums(
      "a Op device=/cpu:0 step=1:5:0:0\n"
      "a/x Op device=/cpu:0 step=1:100:0:0\n",
      "scope");
  CHECK_FALSE(MeasureOf(SectionOf(sums.tree, {}), "exec_us").HasMember("self"));

  // JavaScript's numbers are not exact from here on.
  WholeView large("a Op device=/cpu:0 step=1:9007199254740993:0:0\n", "scope");
  const auto section = SectionOf(large.tree, {});
  CHECK(MeasureOf(section, "exec_us")["self"][1].GetInt64() ==
        9007199254740993);

  sums.tree.columns[IndexOf(Measure::kMicros)].self.Set(1, 4);
  CHECK(MeasureOf(SectionOf(sums.tree, {}), "exec_us").HasMember("self"));
}

TEST_CASE("inputs of nodes are numbers of rows upwards") {
  const WholeView view(
      "a/x Op device=/cpu:0\n"
      "b Op in=a/x,c\n"
      "c Other\n",
      "scope");
  const auto section = SectionOf(view.tree, {});
  // _TFProfRoot, a, a/x, b, c
  REQUIRE(section["inputs"].Size() == 5);
  REQUIRE(section["inputs"][3].Size() == 2);
  CHECK(section["inputs"][3][0].GetInt() == 1);
  CHECK(section["inputs"][3][1].GetInt() == -1);
  const auto op_of = [&](int row) {
    return std::string(section["ops"][section["op"][row].GetInt()].GetString());
  };
  CHECK(op_of(1) == "");
  CHECK(op_of(4) == "Other");
}

TEST_CASE("of the name of a file without end a page has both ends") {
  const std::string file(100'000, 'y');
  const WholeView view("a Op stack=" + file + ":1:main>" + file + ":2:run\n",
                       "code");
  const auto section = SectionOf(view.tree, {});
  for (const auto& name : section["name"].GetArray()) {
    CHECK(name.GetStringLength() <= 1000);
  }
  const std::string last = section["name"][2].GetString();
  CHECK(last.starts_with("yyyy"));
  CHECK(last.ends_with(":2:run"));
}

TEST_CASE("columns of other steps are left out where they are the same") {
  WholeView view("a Op device=/cpu:0 step=1:100:0:0\n", "scope");
  const ViewTree::OfSteps same{"1", {1}, {}};
  ViewTree::OfSteps other{"2", {2}, {}};
  other.columns[IndexOf(Measure::kMicros)] =
      TreeColumn{.self = {0, 70}, .total = {70, 70}};
  view.tree.of_steps.push_back(same);
  view.tree.of_steps.push_back(std::move(other));
  const auto section = SectionOf(view.tree, {});
  CHECK(section["choices_left_out"].GetInt() == 0);
  REQUIRE(section["choices"].Size() == 2);
  CHECK(section["choices"][0]["name"].GetString() == std::string("1"));
  CHECK(section["choices"][0]["measures"].Empty());
  REQUIRE(section["choices"][1]["measures"].Size() == 1);
  CHECK(section["choices"][1]["steps"][0].GetInt() == 2);
  CHECK(section["choices"][1]["measures"][0]["total"][1].GetInt() == 70);

  PageLimits limits;
  limits.choices = 1;
  const auto less = SectionOf(view.tree, limits);
  CHECK(less["choices"].Size() == 1);
  CHECK(less["choices_left_out"].GetInt() == 1);
}

TEST_CASE("single steps have numbers of the rows that have any") {
  WholeView view(
      "a/x Op device=/cpu:0 step=1:5:0:0\n"
      "b Op device=/cpu:0 step=1:100:0:0\n"
      "c Op device=/cpu:0 step=1:3:0:0\n",
      "scope");
  REQUIRE(view.tree.size() == 5);  // the root, "a", "a/x", "b", "c"
  ViewTree::OfSteps step{"2", {2}, {}};
  step.columns[IndexOf(Measure::kMicros)] = TreeColumn{
      .self = {0, 0, 0, 0, 70}, .total = {70, 0, 0, 0, 70}};
  view.tree.of_steps.push_back(std::move(step));
  const auto section = SectionOf(view.tree, {});
  // Each as a number of rows after the one before.
  REQUIRE(section["step_rows"].Size() == 2);
  CHECK(section["step_rows"][0].GetInt() == 0);
  CHECK(section["step_rows"][1].GetInt() == 4);
  const auto& total = section["choices"][0]["measures"][0]["total"];
  REQUIRE(total.Size() == 2);
  CHECK(total[1].GetInt() == 70);
}

TEST_CASE("a difference too large for a page is added up") {
  WholeView old(
      "a/x Op device=/cpu:0 step=1:100:0:0\n"
      "b Op device=/cpu:0 step=1:2:0:0\n"
      "c Op device=/cpu:0 step=1:3:0:0\n",
      "scope");
  WholeView now(
      "a/x Op device=/cpu:0 step=1:100:0:0\n"
      "b Op device=/cpu:0 step=1:1:0:0\n"
      "d/y Op device=/cpu:0 step=1:70:0:0\n",
      "scope");
  AlignedRows rows = AlignTrees(old.tree, now.tree);
  REQUIRE(rows.rows.size() == 7);
  const auto diff = std::make_shared<const TreePair>(
      TreePair{std::move(rows), std::move(old.tree), std::move(now.tree)});

  const auto whole = SectionOf(diff, {});
  CHECK(whole["name"].Size() == 7);
  CHECK(whole["left_out"].GetUint() == 0);

  PageLimits limits;
  limits.tree_rows = 5;
  const auto section = SectionOf(diff, limits);
  CHECK(section["left_out"].GetUint() == 2);
  REQUIRE(section["name"].Size() == 6);
  rapidjson::SizeType rest = 0;
  while (section["name"][rest].GetString() != std::string("(2 smaller rows)")) {
    REQUIRE(++rest < section["name"].Size());
  }
  CHECK(section["status"][rest].GetString() == std::string("added up"));
  CHECK(section["parent"][rest].GetUint() == 0);
  const auto& micros = MeasureOf(section, "exec_us");
  CHECK(micros["base"][0].GetInt() == 105);
  CHECK(micros["now"][0].GetInt() == 171);
  CHECK(micros["base"][rest].GetInt() == 5);
  CHECK(micros["now"][rest].GetInt() == 1);
}

TEST_CASE("a difference has long names of files whole") {
  const std::string frame = std::string(200, 'f') + ".py:3:main";
  const std::string text =
      "a Op device=/cpu:0 step=1:100:0:0 stack=" + frame + "\n";
  WholeView old(text, "code");
  WholeView now(text, "code");
  AlignedRows rows = AlignTrees(old.tree, now.tree);
  const auto section = SectionOf(
      std::make_shared<const TreePair>(
          TreePair{std::move(rows), std::move(old.tree), std::move(now.tree)}),
      {});
  REQUIRE(section["name"].Size() == 2);
  CHECK(section["name"][1].GetString() == frame);
}

}  // namespace tfprof
