// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "render/text/text.h"
#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

// The rows of a view that shows these measures and details, without legend.
std::string RowsOf(WholeView& view, const std::vector<Measure>& measures,
                   const std::vector<Detail>& details = {}) {
  Selection& selection = view.tree.selection;
  selection.columns.reset();
  for (const Measure measure : measures) {
    selection.columns.set(IndexOf(measure));
  }
  for (const Detail detail : details) {
    selection.details.set(static_cast<size_t>(detail));
  }
  Diagnostics diagnostics;
  StringWriter writer;
  TextOutput out(writer);
  REQUIRE(RenderTreeText(view.tree, diagnostics, out));
  REQUIRE(out.Flush());
  return writer.text().substr(writer.text().find('\n') + 1);
}

}  // namespace

TEST_CASE("a row is indented by depth, with its own cost and the total") {
  WholeView view("a Op step=1:5:0:0\na/x Op step=1:1500:0:0\n", "scope");
  CHECK(RowsOf(view, {Measure::kMicros}) ==
        "_TFProfRoot (--/1.50ms)\n"
        "  a (5us/1.50ms)\n"
        "    a/x (1.50ms/1.50ms)\n");
}

TEST_CASE("parameters come with the shape of the node") {
  WholeView view("v Op shape=3x5\n", "scope");
  CHECK(RowsOf(view, {Measure::kParameters, Measure::kFloatOps}) ==
        "_TFProfRoot (--/15 params, --/0 flops)\n"
        "  v (3x5, 15/15 params, 0/0 flops)\n");
}

TEST_CASE("a text of many pieces has every row once, in order") {
  std::string nodes;
  std::string expected = "_TFProfRoot (--/0us)\n";
  for (int i = 10'000; i < 15'000; ++i) {
    const std::string name = std::to_string(i) + std::string(1000, 'x');
    nodes += name + " Op\n";
    expected += "  " + name + " (0us/0us)\n";
  }
  WholeView view(nodes, "scope");
  CHECK(RowsOf(view, {Measure::kMicros}) == expected);
}

TEST_CASE("details follow the measures") {
  WholeView view(
      "a Op device=/cpu:0 shape=2x3 types=k step=1:5:0:0\nb Op in=a\n",
      "scope");
  CHECK(RowsOf(view, {Measure::kMicros},
               {Detail::kOpTypes, Detail::kOccurrence, Detail::kInputShapes}) ==
        "_TFProfRoot (--/5us, _kTFScopeParent, --/1|--/2, )\n"
        "  a (5us/5us, /cpu:0|Op|k, 1/1|1/1, )\n"
        "  b (0us/0us, Op, 0/0|1/1, 0:2x3)\n");
}

TEST_CASE("code says what it has not") {
  WholeView view("a Op stack=m.py:1:f step=1:5:0:0\n", "code");
  const std::string rows =
      RowsOf(view, {}, {Detail::kOccurrence, Detail::kInputShapes});
  CHECK(rows.find("occurrence N/A in code view, input_shapes N/A in code "
                  "view") != std::string::npos);
}

}  // namespace tfprof
