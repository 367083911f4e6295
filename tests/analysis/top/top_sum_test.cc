// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/top_sum.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

TopSum SumOf(std::string name, int64_t self_us, int64_t runs, Count bytes) {
  TopSum sum;
  sum.name = std::move(name);
  sum.self_ps = self_us * 1'000'000;
  sum.runs = runs;
  sum.bytes = bytes;
  return sum;
}

// Of two steps.
std::vector<std::vector<Cell>> RowsOf(TopOrder order) {
  TopOptions options;
  options.by = TopBy::kProgram;
  options.order = order;
  const Section section =
      TopOfSums({SumOf("a", 30, 6, 8), SumOf("b", 60, 2, 24),
                 SumOf("c", 10, 0, Count::Unknown(Count::Missing::kFormula))},
                2, options);
  const auto& table = std::get<Table>(section.block);
  std::vector<std::vector<Cell>> rows;
  std::vector<Cell> made;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    rows.push_back(table.RowAt(row, made));
  }
  return rows;
}

std::string NamesBy(TopOrder order) {
  std::string names;
  for (const std::vector<Cell>& row : RowsOf(order)) {
    std::string buffer;
    names += TextIn(row.back(), buffer).value_or("?");
  }
  return names;
}

}  // namespace

TEST_CASE(
    "sums are ranked by the order that was asked for, unknown ones last") {
  CHECK(NamesBy(TopOrder::kTime) == "bac");
  CHECK(NamesBy(TopOrder::kCalls) == "abc");
  CHECK(NamesBy(TopOrder::kCallTime) == "bac");
  CHECK(NamesBy(TopOrder::kBytes) == "bac");
  CHECK(NamesBy(TopOrder::kName) == "abc");
}

TEST_CASE("sums are shown as means of a step, and shares of the whole") {
  const std::vector<Cell> row = RowsOf(TopOrder::kTime).front();
  CHECK(NumberOf(row[0]).value_or(0) == Approx(0.6));
  CHECK(NumberOf(row[2]).value_or(0) == Approx(30));
  CHECK(NumberOf(row[3]).value_or(0) == Approx(1));
  CHECK(NumberOf(row[4]).value_or(0) == Approx(30));
  CHECK(NumberOf(row[5]).value_or(0) == Approx(12));
}

}  // namespace tfprof
