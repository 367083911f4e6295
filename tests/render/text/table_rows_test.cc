// SPDX-License-Identifier: Apache-2.0
#include "render/text/table_rows.h"

#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Rows = std::vector<uint32_t>;

Table List(const std::vector<double>& shares) {
  Table table{{{"share", Unit::kShare}}, {}};
  table.shares = 0;
  for (const double share : shares) table.AddRow({share});
  return table;
}

// Shares and depths, in preorder.
Table Tree(const std::vector<std::pair<double, int64_t>>& rows) {
  Table table{{{"share", Unit::kShare}, {"depth", Unit::kDepth}}, {}};
  table.shares = 0;
  for (const auto& [share, depth] : rows) table.AddRow({share, depth});
  return table;
}

}  // namespace

TEST_CASE("all rows are shown where as many may be, or 0 is asked for") {
  const Table table = List({0.5, 0.3, 0.2});
  CHECK(ChooseRows(table, 3).rows == Rows{0, 1, 2});
  CHECK(ChooseRows(table, 0).rows == Rows{0, 1, 2});
  CHECK(ChooseRows(table, 0).left_out == 0);
  CHECK_FALSE(ChooseRows(table, 0).left_out_share);
}

TEST_CASE("of a list the first rows are shown, whatever their shares") {
  const ShownRows shown = ChooseRows(List({0.1, 0.25, 0.5, 0.125}), 2);
  CHECK(shown.rows == Rows{0, 1});
  CHECK(shown.left_out == 2);
  CHECK(shown.left_out_share == 0.625);
}

TEST_CASE("without shares nobody knows what is left out") {
  Table table = List({0.5, 0.5});
  table.shares.reset();
  CHECK(ChooseRows(table, 1).left_out == 1);
  CHECK_FALSE(ChooseRows(table, 1).left_out_share);
}

TEST_CASE("of a tree the largest rows are shown with what they are under") {
  const Table table =
      Tree({{1, 0}, {0.25, 1}, {0.25, 2}, {0.75, 1}, {0.5, 2}, {0.25, 2}});
  CHECK(ChooseRows(table, 1).rows == Rows{0});
  CHECK(ChooseRows(table, 2).rows == Rows{0, 3});
  CHECK(ChooseRows(table, 3).rows == Rows{0, 3, 4});
  // Row 1 is left out with row 2, which counts in it, and row 5 by itself.
  CHECK(ChooseRows(table, 3).left_out == 3);
  CHECK(ChooseRows(table, 3).left_out_share == 0.5);
}

TEST_CASE("a row is not shown without room for those above it") {
  // Row 2 has the second largest share and two rows above it.
  const Table table = Tree({{1, 0}, {0.1, 1}, {0.9, 2}, {0.5, 1}});
  CHECK(ChooseRows(table, 2).rows == Rows{0});
  CHECK(ChooseRows(table, 3).rows == Rows{0, 1, 2});
}

}  // namespace tfprof
