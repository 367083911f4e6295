// SPDX-License-Identifier: Apache-2.0
#include "base/lists.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

std::vector<int> NumbersOf(const Lists<int>& lists, size_t row) {
  return {lists[row].begin(), lists[row].end()};
}

}  // namespace

TEST_CASE("rows keep their items apart and in order") {
  Lists<int> lists;
  lists.Push(3);
  lists.Push(1);
  lists.EndRow();
  lists.EndRow();
  lists.Push(2);
  lists.EndRow();
  REQUIRE(lists.size() == 3);
  CHECK(NumbersOf(lists, 0) == std::vector<int>{3, 1});
  CHECK(NumbersOf(lists, 1).empty());
  CHECK(NumbersOf(lists, 2) == std::vector<int>{2});
}

TEST_CASE("a row added at once equals one pushed item by item") {
  Lists<int> lists;
  lists.AddRow(std::vector<int>{});
  lists.AddRow(std::vector<int>{4, 5});
  lists.Push(6);
  lists.EndRow();
  REQUIRE(lists.size() == 3);
  CHECK(NumbersOf(lists, 0).empty());
  CHECK(NumbersOf(lists, 1) == std::vector<int>{4, 5});
  CHECK(NumbersOf(lists, 2) == std::vector<int>{6});
}

TEST_CASE("rows before the first item are as empty as those behind") {
  Lists<int> lists;
  for (int row = 0; row < 3; ++row) lists.EndRow();
  lists.Push(7);
  lists.EndRow();
  lists.EndRow();
  REQUIRE(lists.size() == 5);
  for (const size_t row : {0, 1, 2, 4}) CHECK(NumbersOf(lists, row).empty());
  CHECK(NumbersOf(lists, 3) == std::vector<int>{7});
  lists.Clear();
  CHECK(lists.size() == 0);
}

TEST_CASE("lists without rows are empty") {
  const Lists<int> lists;
  CHECK(lists.size() == 0);
}

TEST_CASE("lists made at once equal those pushed item by item") {
  const Lists<int> lists({4, 5, 6}, {0, 0, 2, 2, 3});
  REQUIRE(lists.size() == 5);
  CHECK(NumbersOf(lists, 0).empty());
  CHECK(NumbersOf(lists, 1).empty());
  CHECK(NumbersOf(lists, 2) == std::vector<int>{4, 5});
  CHECK(NumbersOf(lists, 3).empty());
  CHECK(NumbersOf(lists, 4) == std::vector<int>{6});
  const Lists<int> none({}, {0, 0});
  REQUIRE(none.size() == 2);
  CHECK(NumbersOf(none, 1).empty());
}

}  // namespace tfprof
