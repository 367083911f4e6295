// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_columns.h"

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

std::string Number(Measure measure, int64_t value) {
  std::string text;
  AppendNumber(text, measure, value);
  return text;
}

std::string LegendOf(std::string_view view_name) {
  WholeView view("a Op stack=m.py:1:f\n", view_name);
  view.tree.selection.columns.reset();
  view.tree.selection.columns.set(IndexOf(Measure::kMicros));
  view.tree.selection.columns.set(IndexOf(Measure::kFloatOps));
  view.tree.selection.details.set(static_cast<size_t>(Detail::kOccurrence));
  view.tree.selection.details.set(static_cast<size_t>(Detail::kTensorValue));
  std::string text;
  AppendLegend(text, view.tree);
  return text;
}

}  // namespace

TEST_CASE("trees begin with parameters and float ops, other texts do not") {
  const std::vector<Measure> tree = ColumnOrder(TextStyle::kTree);
  CHECK(tree[0] == Measure::kParameters);
  CHECK(tree[1] == Measure::kFloatOps);
  CHECK(tree[2] == Measure::kRequestedBytes);
  for (const TextStyle style : {TextStyle::kOpList, TextStyle::kCodeTree}) {
    const std::vector<Measure> other = ColumnOrder(style);
    CHECK(other.front() == Measure::kRequestedBytes);
    CHECK(other.back() == Measure::kFloatOps);
    CHECK(std::is_permutation(tree.begin(), tree.end(), other.begin(),
                              other.end()));
  }
}

TEST_CASE("a legend names the columns that are shown, in their order") {
  CHECK(LegendOf("scope") ==
        "node name | # float_ops | total execution time | op count "
        "(run|defined)\n");
  CHECK(LegendOf("op") ==
        "node name | total execution time | # float_ops | op occurrence "
        "(run|defined)\n");
  CHECK(LegendOf("code") ==
        "node name | total execution time | # float_ops | op occurrence "
        "(run|defined)\n");
}

TEST_CASE("numbers are worded in the unit of their measure") {
  CHECK(Number(Measure::kParameters, 1500) == "1.50k");
  CHECK(Number(Measure::kMicros, 1500) == "1.50ms");
  CHECK(Number(Measure::kPeakBytes, 1500) == "1.50KB");
}

}  // namespace tfprof
