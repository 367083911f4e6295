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

TEST_CASE("rows with texts: of those that most rows have none are kept") {
  std::vector<std::string> names(1000, "abcdefghijklmn");
  names.emplace_back("zz");
  // The number that is kept for this many rows and texts.
  std::vector<std::string> texts = {"ab", "bc", "cd", "de", "ef", "fg",
                                    "gh", "hi", "zz"};
  const RowsWithTexts all(RowsNamed(names), texts);
  CHECK(all.Find("ab")->size() == 999);
  CHECK(all.Find("hi")->size() == 999);
  texts.insert(texts.end(), {"ij", "jk", "kl", "lm"});
  const RowsWithTexts some(RowsNamed(names), texts);
  CHECK(some.Find("ab") != nullptr);
  CHECK(some.Find("lm") == nullptr);
  CHECK(some.Find("zz")->size() == 1);
}

TEST_CASE("rows with texts: long ones are found by their beginnings") {
  const std::string beginning(64, 'b');
  const GateRows rows = RowsNamed({"root", "a" + beginning + "c", "b"});
  const RowsWithTexts with(rows, {beginning + "c", beginning + "d"});
  CHECK(with.Find(beginning + "c")->size() == 1);
  CHECK(with.Find(beginning + "d")->size() == 1);
}

}  // namespace tfprof
