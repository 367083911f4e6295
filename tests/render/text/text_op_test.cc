// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "render/text/text.h"
#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

std::string OpText(WholeView& view, const std::vector<Measure>& measures,
                   const std::vector<Detail>& details = {}) {
  Selection& selection = view.tree.selection;
  selection.columns.reset();
  for (const Measure measure : measures) {
    selection.columns.set(IndexOf(measure));
  }
  for (const Detail detail : details) {
    selection.details.set(static_cast<size_t>(detail));
  }
  StringWriter writer;
  TextOutput out(writer);
  REQUIRE(RenderOpText(view.tree, out));
  REQUIRE(out.Flush());
  return writer.text();
}

}  // namespace

TEST_CASE("a type has its own cost, with the shares of what is behind") {
  WholeView view("a MatMul step=1:75:0:0\nb Add step=1:25:0:0\n", "op");
  // By name: Add is first, and everything is behind it.
  CHECK(
      OpText(view, {Measure::kMicros}, {Detail::kOccurrence}) ==
      "node name | total execution time | op occurrence (run|defined)\n"
      "Add                              25us (100.00%, 25.00%),        1|1\n"
      "MatMul                            75us (75.00%, 75.00%),        1|1\n");
}

TEST_CASE("shares of nothing are 0, of bytes if the type itself has none") {
  WholeView view("a MatMul step=1:75:0:64\nb Add step=1:25:0:0\n", "op");
  const std::string text =
      OpText(view, {Measure::kPeakBytes, Measure::kParameters});
  CHECK(text.find("0B (0.00%, 0.00%)") != std::string::npos);
  CHECK(text.find("64B (100.00%, 100.00%)") != std::string::npos);
  CHECK(text.find("0 params (0.00%, 0.00%)") != std::string::npos);
}

TEST_CASE("nodes of a type are grouped by the shapes of their inputs") {
  WholeView view("x Op shape=2x3\na MatMul in=x step=1:7:0:0\n", "op");
  const std::string text = OpText(view, {}, {Detail::kInputShapes});
  CHECK(text.find("input_type: 0:2x3\t(run*1|defined*1)\texec_time: 7us\n") !=
        std::string::npos);
}

TEST_CASE("without any node the root stands alone") {
  WholeView view("", "op");
  CHECK(OpText(view, {}) == "_TFProfRoot              \n");
}

}  // namespace tfprof
