// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_tree.h"

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

constexpr std::string_view kProfile =
    "a/x Op device=/cpu:0 step=1:100:0:0\n"
    "a/y Op device=/cpu:0 step=1:3:0:0\n"
    "a/z Other device=/cpu:0 step=1:2:0:0\n"
    "b/u/v Op device=/cpu:0 step=1:1:0:0\n"
    "b/u/w Op device=/cpu:0 step=1:1:0:0\n"
    "c Op device=/cpu:0 step=1:40:0:0\n";

const PageTree::MeasureColumn& Micros(const PageTree& page) {
  for (const PageTree::MeasureColumn& column : page.columns) {
    if (column.measure == Measure::kMicros) return column;
  }
  FAIL("no times");
  return page.columns[0];
}

}  // namespace

TEST_CASE("a page has all rows of a tree that is small enough") {
  const WholeView built(kProfile, "scope");
  const PageTree page = MakePageTree(built.tree, 100);
  CHECK(page.size() == built.tree.size());
  CHECK(page.left_out == 0);
  const TreeColumn& micros = built.tree[Measure::kMicros];
  CHECK(Micros(page).total.size() == page.size());
  for (size_t row = 0; row < page.size(); ++row) {
    CHECK(page.parent[row] == built.tree.parent[row]);
    CHECK(Micros(page).total[row] == micros.total[row]);
  }
}

TEST_CASE("what costs least is added up, and the sums stay") {
  const WholeView built(kProfile, "scope");
  for (size_t most = 1; most < built.tree.size(); ++most) {
    INFO("at most " << most << " rows");
    const PageTree page = MakePageTree(built.tree, most);
    const PageTree::MeasureColumn& micros = Micros(page);
    size_t kept = 0;
    uint64_t rest = 0;
    for (size_t row = 0; row < page.size(); ++row) {
      kept += page.source[row] != PageTree::kNone;
      rest += page.rest[row];
      CHECK((row == 0 || page.parent[row] < row));
      int64_t below = 0;
      bool has_below = false;
      for (size_t child = 1; child < page.size(); ++child) {
        if (page.parent[child] != row) continue;
        below += micros.total[child];
        has_below = true;
      }
      if (has_below) CHECK(micros.self[row] + below == micros.total[row]);
    }
    CHECK(kept <= most + 1);
    CHECK(rest == page.left_out);
    CHECK(kept + page.left_out == built.tree.size());
    CHECK(micros.total[0] == 147);
  }
}

TEST_CASE("rows of a list stand side by side") {
  const WholeView built(kProfile, "op");
  const PageTree page = MakePageTree(built.tree, 100);
  const PageTree::MeasureColumn& micros = Micros(page);
  int64_t sum = 0;
  for (size_t row = 1; row < page.size(); ++row) {
    CHECK(page.parent[row] == 0);
    sum += micros.total[row];
  }
  CHECK(sum == micros.total[0]);
}

TEST_CASE("a measure in which nothing costs anything has no column") {
  const WholeView built(kProfile, "scope");
  for (const PageTree::MeasureColumn& column :
       MakePageTree(built.tree, 9).columns) {
    CHECK(column.measure != Measure::kFloatOps);
    CHECK(column.total[0] != 0);
  }
}

}  // namespace tfprof
