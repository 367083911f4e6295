// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "render/flat/flat_formats.h"
#include "support/catch.h"
#include "support/rendered.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

std::string Folded(WholeView& view) {
  view.tree.selection.words.reset();
  view.tree.selection.words.set(IndexOf(Measure::kMicros));
  return RenderedBlock(RenderFolded, view.tree);
}

}  // namespace

TEST_CASE("a line is the path to a row that costs something itself") {
  WholeView view(
      "a Op step=1:5:0:0\na/x Op step=1:100:0:0\nb/y Op\nb/z Op "
      "step=1:7:0:0\n",
      "scope");
  CHECK(Folded(view) == "a 5\na;a/x 100\nb;b/z 7\n");
}

TEST_CASE("op types stand beside each other") {
  WholeView view("a MatMul step=1:5:0:0\nb Add step=1:9:0:0\n", "op");
  const std::string text = Folded(view);
  CHECK(text.find(';') == std::string::npos);
  CHECK(text.find("MatMul 5\n") != std::string::npos);
  CHECK(text.find("Add 9\n") != std::string::npos);
}

TEST_CASE("what separates frames is no part of a name") {
  WholeView view("a;b Op step=1:5:0:0\n", "scope");
  CHECK(Folded(view) == "a:b 5\n");
}

TEST_CASE("rows that cost less than nothing are left out, and that is said") {
  WholeView view("a Op step=1:5:0:0\nb Op step=1:7:0:0\n", "scope");
  view.tree.selection.words.reset();
  view.tree.selection.words.set(IndexOf(Measure::kMicros));
  view.tree.columns[IndexOf(Measure::kMicros)].self.Set(1, -5);
  Report report;
  report.sections.push_back({"", {}, view.tree});
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(RenderFolded(report, diagnostics, out));
  CHECK(out.text() == "b 7\n");
  REQUIRE(diagnostics.Lines().size() == 1);
  CHECK(
      diagnostics.Lines()[0].starts_with("1 rows have negative costs, which "
                                         "a flame graph cannot show"));
}

TEST_CASE("folded stacks take one measure") {
  Selection selection;
  const View& scope = ViewNamed("scope");
  CHECK_FALSE(CheckFolded(scope, selection));
  selection.words.set(IndexOf(Measure::kMicros));
  CHECK(CheckFolded(scope, selection));
  selection.words.set(IndexOf(Measure::kParameters));
  CHECK(CheckFolded(scope, selection).error().code ==
        ErrorCode::kInvalidArgument);
}

}  // namespace tfprof
