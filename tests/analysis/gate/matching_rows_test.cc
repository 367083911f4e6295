// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/matching_rows.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Rows = std::vector<uint32_t>;

Rows Found(const GateRows& rows, const std::string& pattern) {
  MatchingRows matching(rows);
  return matching.Find(RegexSet::Compile({pattern}).value());
}

GateRows Made(const std::vector<std::pair<std::string, uint32_t>>& made) {
  GateRows rows;
  for (const auto& [name, parent] : made) {
    GateRow& row = rows.emplace_back();
    row.name = name;
    row.parent = parent;
  }
  return rows;
}

}  // namespace

TEST_CASE("a name is found as a pattern that matches it alone") {
  const std::string longest(2 * RowText::kMost, 'n');
  const GateRows rows = Made({{"f", TestedRow::kNoParent},
                              {"f", 0},
                              {"g", 1},
                              {"f", 2},  // under its like
                              {"f", 0},
                              {"a.b", 0},
                              {"axb", 0},
                              {longest, 0}});
  CHECK(Found(rows, "f") == Rows{1, 4});
  CHECK(Found(rows, "g") == Rows{2});
  CHECK(Found(rows, "h").empty());
  CHECK(Found(rows, R"(a\.b)") == Rows{5});
  CHECK(Found(rows, "a.b") == Rows{5, 6});
  for (const std::string& name : {std::string("f"), longest}) {
    CHECK(Found(rows, name) == Found(rows, "(" + name + ")"));
  }
}

}  // namespace tfprof
