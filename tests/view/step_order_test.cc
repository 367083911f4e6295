// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/step_order.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/step_values.h"
#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/view_named.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

using Random = std::mt19937;
using Patterns = std::vector<std::string>;

int Under(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

template <typename T>
const T& AnyOf(Random& random, const std::vector<T>& items) {
  return items[static_cast<size_t>(
      Under(random, static_cast<int>(items.size())))];
}

constexpr int kSteps = 4;

// Small, so that many are equal; in odd graphs now and then negative, or so
// great that sums wrap.
int64_t RandomCost(Random& random, int limit, bool is_odd) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  if (!is_odd || Under(random, 3) > 0) return Under(random, limit);
  return AnyOf<int64_t>(random, {-1, -2, -5, kMost, kMost / 2, -kMost - 1});
}

// Graphs of several shapes, some with cycles that nothing leads into, and steps
// that each ran a few nodes.
std::string RandomText(Random& random) {
  const int nodes = 1 + Under(random, 40);
  const bool is_chain = Under(random, 4) == 0;
  const bool is_odd = Under(random, 3) == 0;
  const auto cost = [&](int limit) { return RandomCost(random, limit, is_odd); };
  const int rarely = 2 + Under(random, 5);
  std::string text;
  const auto name = [](int node) { return fmt::format("n{}", node * 7 % 41); };
  for (int node = 0; node < nodes; ++node) {
    text += fmt::format("{} {}", name(node), Under(random, 3) ? "Add" : "Mul");
    if (Under(random, 4) == 0) {
      text += fmt::format(" shape={}", 1 + Under(random, 4));
    }
    if (Under(random, 3) == 0) {
      text += fmt::format(" flops={}", cost(5));
    }
    if (is_chain && node > 0) {
      text += " in=" + name(node - 1);
    } else if (!is_chain && Under(random, 4) > 0) {
      text += " in=" + name(Under(random, nodes));
      if (Under(random, 2)) text += ',' + name(Under(random, node + 1));
    }
    for (int step = 0; step < kSteps; ++step) {
      text += Under(random, rarely) > 0
                  ? " step=-"
                  : fmt::format(" step={}:{}:{}:{}", 1 + Under(random, 9),
                                cost(5), cost(3), cost(4));
    }
    text += '\n';
  }
  return text;
}

ViewOptions RandomOrder(Random& random) {
  const std::vector<Patterns> names = {{".*1.*"}, {"n[0-6]", "n2.*"}, {".*[358]"}};
  ViewOptions options;
  options.max_depth = AnyOf<int32_t>(random, {0, 1, 2, 4, 100, 100, 100});
  for (int64_t& minimum : options.minimum) {
    minimum = AnyOf<int64_t>(random, {0, 0, 0, 0, 0, 0, 0, -1, 1, 2, 5});
  }
  if (Under(random, 3) == 0) options.minimum = {};
  options.order_by = AnyOf<std::string>(
      random, {"name", "bytes", "micros", "cpu_micros", "params", "occurrence",
               "float_ops", ""});
  const std::vector<Patterns> types = {{"Add"}, {"Add", "A.*"}, {".*", "M.*"}};
  if (Under(random, 3) == 0) {
    options.account_type_regexes = AnyOf(random, types);
  }
  if (Under(random, 5) == 0) options.start_name_regexes = AnyOf(random, names);
  if (Under(random, 5) == 0) options.trim_name_regexes = AnyOf(random, names);
  if (Under(random, 4) == 0) options.show_name_regexes = AnyOf(random, names);
  if (Under(random, 4) == 0) options.hide_name_regexes = AnyOf(random, names);
  options.account_displayed_op_only = Under(random, 3) == 0;
  options.select = {AnyOf<std::string>(random, {"micros", "bytes", "params"})};
  return options;
}

// A profile as the graph view has it.
struct Ordered {
  explicit Ordered(Profile of) : profile(std::move(of)), rows_by_step(profile) {
    Diagnostics diagnostics;
    auto built = view.build(profile, diagnostics);
    REQUIRE(built);
    forest = std::move(*built);
  }

  ViewTree Tree(const Selection& selection) const {
    return BuildTree(profile, view, forest,
                     std::make_shared<const StepValues>(
                         ComputeStepValues(profile, selection.step)),
                     selection);
  }

  // The nodes that ran in the selected step, in the order of its own tree.
  Patterns FromItsTree(const Selection& selection) const {
    std::set<NodeId> ran;
    for (const uint32_t run : rows_by_step.Of(*selection.step)) {
      ran.insert(profile.node_steps.node[run]);
    }
    const ViewTree tree = Tree(selection);
    Patterns names;
    for (uint32_t row = 1; row < tree.size(); ++row) {
      for (const NodeId node : tree.MembersOf(row)) {
        if (ran.contains(node)) names.emplace_back(profile.NameOf(node));
      }
    }
    return names;
  }

  Patterns Names(const std::vector<NodeId>& nodes) const {
    Patterns names;
    for (const NodeId node : nodes) names.emplace_back(profile.NameOf(node));
    return names;
  }

  const View& view = ViewNamed("graph");
  Profile profile;
  RowsByStep rows_by_step;
  Forest forest;
};

Patterns OrderOf(const Ordered& graph, Selection selection, int64_t step) {
  StepOrder order(graph.Tree(RowsOfAnyStep(selection)), selection);
  return graph.Names(order.Of(graph.rows_by_step.Of(step)));
}

Selection SelectionOf(const ViewOptions& options) {
  auto selection = MakeSelection(options);
  REQUIRE(selection);
  selection->step = 0;
  return *selection;
}

}  // namespace

TEST_CASE("the order of a step is that of its own tree, whatever is asked") {
  Random random(4);
  size_t shown = 0;
  size_t reordered = 0;
  for (int round = 0; round < 8000; ++round) {
    const std::string text = RandomText(random);
    const Ordered graph(TinyProfile(text));
    Selection selection = SelectionOf(RandomOrder(random));
    const ViewTree all = graph.Tree(RowsOfAnyStep(selection));
    StepOrder order(all, selection);
    // Backwards too: nothing is left of a step for the next one.
    for (const int64_t step : {0, 1, 2, 3, 2, 0}) {
      INFO("step " << step << " of\n" << text);
      selection.step = step;
      const Patterns expected = graph.FromItsTree(selection);
      REQUIRE(graph.Names(order.Of(graph.rows_by_step.Of(step))) == expected);
      shown += expected.size();
      reordered += !std::is_sorted(expected.begin(), expected.end());
    }
  }
  CHECK(shown > 20000);
  CHECK(reordered > 4000);
}

TEST_CASE("a row costs in a step its base and what ran") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const Profile profile = TinyProfile(RandomText(random));
    const RowsByStep rows_by_step(profile);
    StepValues base = ValuesOfNoRun(profile);
    for (const int64_t step : profile.steps) {
      const StepValues expected = ComputeStepValues(profile, step);
      for (size_t m = 0; m < kMeasureCount; ++m) {
        NumberColumn column = base.column[m];
        for (const uint32_t run : rows_by_step.Of(step)) {
          column.Add(profile.node_steps.node[run].value,
                     CostOfRun(profile, Measure(m), run));
        }
        REQUIRE(column == expected.column[m]);
      }
    }
  }
}

TEST_CASE("what ran below a row that did not decides its place") {
  const Ordered graph(TinyProfile("top Op in=a,b\n"
                                "a Op in=a/x\n"
                                "a/x Op step=1:2:0:0 step=1:9:0:0\n"
                                "b Op in=b/x,b/y\n"
                                "b/x Op step=2:2:0:0 step=2:2:0:0\n"
                                "b/y Op step=3:3:0:0 step=3:3:0:0\n"));
  ViewOptions options;
  options.order_by = "micros";
  const Selection selection = SelectionOf(options);
  CHECK(OrderOf(graph, selection, 0) == Patterns{"b/y", "b/x", "a/x"});
  CHECK(OrderOf(graph, selection, 1) == Patterns{"a/x", "b/y", "b/x"});
}

TEST_CASE("a row is hidden in the steps in which its total is negative") {
  const Ordered graph(TinyProfile("top Op in=a,c\n"
                                "a Op in=d\n"
                                "c Op step=1:1:0:0 step=1:8:0:0\n"
                                "d Op step=1:2:0:0 step=1:-3:0:0\n"));
  const Selection selection = SelectionOf({});
  CHECK(OrderOf(graph, selection, 0) == Patterns{"d", "c"});
  CHECK(OrderOf(graph, selection, 1) == Patterns{"c"});
}

TEST_CASE("what is under a row that is hidden is beside those it was beside") {
  const Ordered graph(TinyProfile("top Op in=a,c\n"
                                "a Op in=d,e step=- step=1:-9:0:0\n"
                                "c Op step=1:1:0:0 step=1:1:0:0\n"
                                "d Op step=1:2:0:0 step=1:2:0:0\n"
                                "e Op step=1:2:0:0 step=1:2:0:0\n"));
  const Selection selection = SelectionOf({});
  CHECK(OrderOf(graph, selection, 0) == Patterns{"d", "e", "c"});
  CHECK(OrderOf(graph, selection, 1) == Patterns{"c", "d", "e"});
}

TEST_CASE("parameters of rows that are not shown in a step count for none") {
  const Ordered graph(TinyProfile("top Op in=a,b\n"
                                "a Op in=p,d\n"
                                "b Op in=q,e\n"
                                "p Op shape=9\n"
                                "q Op shape=5 step=- step=7:1:0:0\n"
                                "d Op step=1:2:0:0 step=1:2:0:0\n"
                                "e Op step=1:2:0:0 step=1:2:0:0\n"));
  ViewOptions options;
  options.account_displayed_op_only = true;
  options.order_by = "params";
  CHECK(OrderOf(graph, SelectionOf(options), 0) == Patterns{"d", "e"});
  options.minimum[IndexOf(Measure::kMicros)] = 1;
  CHECK(OrderOf(graph, SelectionOf(options), 0) == Patterns{"d", "e"});
  CHECK(OrderOf(graph, SelectionOf(options), 1) == Patterns{"q", "e", "d"});
  // Float operations that are negative hide who ran, and with it its parameters.
  const Ordered negative(TinyProfile("top Op in=a,b\n"
                                   "a Op in=p,d\n"
                                   "b Op in=q,e\n"
                                   "p Op shape=9 flops=-1 step=- step=7:1:0:0\n"
                                   "q Op shape=5\n"
                                   "d Op step=1:2:0:0 step=1:2:0:0\n"
                                   "e Op step=1:2:0:0 step=1:2:0:0\n"));
  options.minimum = {};
  CHECK(OrderOf(negative, SelectionOf(options), 0) == Patterns{"d", "e"});
  CHECK(OrderOf(negative, SelectionOf(options), 1) == Patterns{"e", "d"});
}

}  // namespace tfprof
