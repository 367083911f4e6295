// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/rows_with_texts.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

GateRows RowsNamed(const std::vector<std::string>& names) {
  GateRows rows;
  for (const std::string& name : names) {
    rows.push_back({});
    rows.back().name = name;
  }
  return rows;
}

}  // namespace

TEST_CASE("rows with texts: where they are, once each, below the root") {
  const GateRows rows = RowsNamed({"ab", "xabab", "B/a", "aAbc", "", "b"});
  const RowsWithTexts with(rows, {"ab", "abc", "b/", "ab", "zz"});
  using Rows = std::vector<uint32_t>;
  CHECK(*with.Find("ab") == Rows{1, 3});
  CHECK(*with.Find("abc") == Rows{3});
  CHECK(*with.Find("b/") == Rows{2});
  CHECK(with.Find("zz")->empty());
  CHECK(with.Find("a") == nullptr);
  CHECK(RowsWithTexts({}, {}).Find("a") == nullptr);
}

TEST_CASE("rows with texts: many are not kept") {
  std::vector<std::string> names = {"root"};
  for (size_t i = 0; i < RowsWithTexts::kFew; ++i) names.push_back("aa");
  CHECK(RowsWithTexts(RowsNamed(names), {"aa"}).Find("aa")->size() ==
        RowsWithTexts::kFew);
  names.push_back("aa");
  CHECK(RowsWithTexts(RowsNamed(names), {"aa"}).Find("aa") == nullptr);
}

TEST_CASE("rows with texts: long ones are found by their beginnings") {
  const std::string beginning(64, 'b');
  const GateRows rows = RowsNamed({"root", "a" + beginning + "c", "b"});
  const RowsWithTexts with(rows, {beginning + "c", beginning + "d"});
  CHECK(with.Find(beginning + "c")->size() == 1);
  CHECK(with.Find(beginning + "d")->size() == 1);
}

}  // namespace tfprof
