// SPDX-License-Identifier: Apache-2.0
#include "view/build_tree.h"

#include <random>
#include <string>

#include "base/numbers.h"
#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/view_named.h"
#include "view/recursive_model.h"

namespace tfprof {

namespace {

using Random = std::mt19937;

int Below(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

template <typename T>
const T& OneOf(Random& random, const std::vector<T>& items) {
  return items[static_cast<size_t>(
      Below(random, static_cast<int>(items.size())))];
}

const std::vector<std::string> kOps = {"MatMul", "Add", "Const", "VariableV2"};

std::string RandomName(Random& random) {
  const std::vector<std::string> parts = {"a", "b", "c", "a-b", "w.x", "x_1"};
  std::string name = OneOf(random, parts);
  for (int i = Below(random, 4); i > 0; --i) name += '/' + OneOf(random, parts);
  return name;
}

std::string RandomProfileText(Random& random) {
  std::string text;
  std::vector<std::string> names;
  for (int i = 0, count = 1 + Below(random, 25); i < count; ++i) {
    names.push_back(RandomName(random));
    std::string line = names.back() + ' ' + OneOf(random, kOps);
    if (Below(random, 3) == 0) line += " shape=2x3";
    if (Below(random, 3) == 0) {
      line += fmt::format(" flops={}", Below(random, 9) - 2);
    }
    if (Below(random, 4) == 0) line += " types=user,Add";
    line += " in=" + OneOf(random, names) + ',' + OneOf(random, names);
    line += " stack=f:1:main";
    for (int j = Below(random, 3); j > 0; --j) {
      line += fmt::format(">g:{}:run", Below(random, 3));
    }
    for (int step = Below(random, 3); step > 0; --step) {
      line += fmt::format(" step={}:{}:{}:{}", 1 + Below(random, 9),
                          Below(random, 9) - 1, Below(random, 5),
                          Below(random, 100) - 5);
    }
    text += line + '\n';
  }
  return text;
}

ViewOptions RandomOptions(Random& random) {
  const std::vector<std::vector<std::string>> names = {
      {".*"}, {}, {"a.*"}, {".*b.*", "c"}, {"g:1.*", ".*x_1"}, {"a", "Add"}};
  ViewOptions options;
  options.max_depth = OneOf<int32_t>(random, {-2, -1, 0, 1, 2, 3, 10, 100});
  options.step = OneOf<int64_t>(random, {-1, -1, 0, 1});
  for (int64_t& minimum : options.minimum) {
    minimum = OneOf<int64_t>(random, {0, 0, 0, 0, 0, 1, 3, -3, -100});
  }
  options.order_by = OneOf<std::string>(
      random, {"name", "bytes", "micros", "params", "occurrence", "float_ops"});
  options.account_type_regexes = OneOf<std::vector<std::string>>(
      random, {{".*"}, {".*"}, {}, {"Add", "user"}, {"MatMul"}, {"_.*"}});
  if (Below(random, 3) == 0) options.start_name_regexes = OneOf(random, names);
  if (Below(random, 3) == 0) options.trim_name_regexes = OneOf(random, names);
  if (Below(random, 3) == 0) options.show_name_regexes = OneOf(random, names);
  if (Below(random, 3) == 0) options.hide_name_regexes = OneOf(random, names);
  options.account_displayed_op_only = Below(random, 2) == 0;
  options.select = {"occurrence"};
  for (const MeasureInfo& info : SelectableMeasures()) {
    if (Below(random, 2) == 0) options.select.emplace_back(info.word);
  }
  return options;
}

std::vector<ModelRow> RowsOf(const ViewTree& tree) {
  std::vector<ModelRow> rows;
  for (uint32_t row = 0; row < tree.size(); ++row) {
    rows.push_back(
        {tree.NameOf(row).str(), tree.depth[row], tree.accounted[row], {}, {}});
    for (const TreeColumn& column : tree.columns) {
      rows.back().self.push_back(column.self[row]);
      rows.back().total.push_back(column.total[row]);
    }
  }
  return rows;
}

// Leaves the numbers that are shown. The definition count of a group means
// nothing.
void KeepShown(const ViewTree& tree, std::vector<ModelRow>& rows) {
  for (ModelRow& row : rows) {
    for (size_t m = 0; m < kMeasureCount; ++m) {
      if (tree.selection.columns[m] &&
          !(tree.view->policy.grouped &&
            m == IndexOf(Measure::kDefinitionCount))) {
        continue;
      }
      row.self[m] = row.total[m] = 0;
    }
  }
}

std::string Describe(const std::vector<ModelRow>& rows) {
  std::string text;
  for (const ModelRow& row : rows) {
    // The root's own numbers are never shown.
    text += fmt::format(
        "{}{}{} self {} total {}\n", std::string(2 * row.depth, ' '), row.name,
        row.accounted ? "" : " --",
        fmt::join(row.name == kRootName ? std::vector<int64_t>() : row.self,
                  " "),
        fmt::join(row.total, " "));
  }
  return text;
}

}  // namespace

TEST_CASE("the passes over arrays agree with a recursive model of each view") {
  Random random(20251);
  for (int round = 0; round < 1500; ++round) {
    const std::string text = RandomProfileText(random);
    const Profile profile = TinyProfile(text);
    for (const View& view : Views()) {
      Diagnostics diagnostics;
      const auto forest = view.build(profile, diagnostics);
      REQUIRE(forest);
      const auto selection = MakeSelection(RandomOptions(random));
      REQUIRE(selection);
      const auto values = std::make_shared<const StepValues>(
          ComputeStepValues(profile, selection->step));
      const ViewTree tree =
          BuildTree(profile, view, *forest, values, *selection);
      INFO(view.name << " of\n" << text);
      auto expected = ModelRows(profile, view, *forest, *values, *selection);
      auto rows = RowsOf(tree);
      KeepShown(tree, rows);
      KeepShown(tree, expected);
      REQUIRE(Describe(rows) == Describe(expected));
    }
  }
}

TEST_CASE("a tree's total is its own and its kept children's") {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const Profile profile = TinyProfile(RandomProfileText(random));
    Diagnostics diagnostics;
    const View& view = ViewNamed("graph");
    const auto forest = view.build(profile, diagnostics);
    REQUIRE(forest);
    ViewOptions options;
    options.max_depth = 1000;
    for (int64_t& minimum : options.minimum) minimum = INT64_MIN;
    const auto selection = MakeSelection(options);
    REQUIRE(selection);
    const ViewTree tree = BuildTree(
        profile, view, *forest,
        std::make_shared<const StepValues>(ComputeStepValues(profile, {})),
        *selection);
    const TreeColumn& micros = tree[Measure::kMicros];
    Column<int64_t> sum = micros.self;
    for (size_t row = tree.size(); row-- > 1;) {
      sum.Add(tree.parent[row], sum[row]);
    }
    REQUIRE(sum == micros.total);
  }
}

TEST_CASE("columns of measures that no node has take no memory") {
  const Profile profile = TinyProfile("a Add step=1:2:0:0\n");
  Diagnostics diagnostics;
  const View& view = ViewNamed("scope");
  const auto forest = view.build(profile, diagnostics);
  REQUIRE(forest);
  ViewOptions options;
  options.max_depth = 10;
  auto selection = MakeSelection(options);
  REQUIRE(selection);
  selection->columns.set();
  const auto values =
      std::make_shared<const StepValues>(ComputeStepValues(profile, {}));
  const ViewTree tree = BuildTree(profile, view, *forest, values, *selection);
  CHECK(tree[Measure::kParameters].total.empty());
  CHECK(tree[Measure::kParameters].self.empty());
  CHECK(tree[Measure::kParameters].total[1] == 0);
  CHECK(tree[Measure::kMicros].total == Column<int64_t>{2, 2});
  CHECK(tree[Measure::kDefinitionCount].self == Column<int64_t>{1, 1});
}

TEST_CASE("a chain of a million inputs is walked without recursion") {
  Diagnostics diagnostics;
  Profile profile;
  const size_t count = 1000000;
  for (size_t i = 0; i < count; ++i) {
    const StringId name = profile.strings.Intern(fmt::format("n{:07}", i));
    profile.nodes.name.push_back(name);
    profile.nodes.op.push_back(name);
    if (i > 0) profile.nodes.inputs.Push({NodeId(i - 1), 0, 0});
    profile.nodes.inputs.EndRow();
  }
  const auto forest = BuildGraphForest(profile, diagnostics);
  REQUIRE(forest);
  REQUIRE(forest->size() == count + 1);
  REQUIRE(forest->name[1] == "n0999999");
  REQUIRE(forest->name[count] == "n0000000");
}

}  // namespace tfprof
