// SPDX-License-Identifier: Apache-2.0
#include "base/string_pool.h"

#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory_allowance.h"
#include "base/memory_limit.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("equal strings share an id and ids count up from 0") {
  StringPool pool;
  const StringId a = pool.Intern("a");
  const StringId b = pool.Intern("b");
  CHECK(a.value == 0);
  CHECK(b.value == 1);
  CHECK(pool.Intern(std::string("a")) == a);
  CHECK(pool.size() == 2);
  CHECK(pool[a] == "a");
  CHECK(pool[b] == "b");
}

TEST_CASE("a string that was never interned is not found") {
  StringPool pool;
  CHECK_FALSE(pool.Find("").valid());
  const StringId a = pool.Intern("a");
  CHECK(pool.Find("a") == a);
  CHECK_FALSE(pool.Find("ab").valid());
  CHECK(pool.size() == 1);
}

TEST_CASE("the empty string and zero bytes are strings like others") {
  using namespace std::string_view_literals;
  StringPool pool;
  const StringId empty = pool.Intern("");
  const StringId zero = pool.Intern("\0"sv);
  const StringId pair = pool.Intern("\0\0"sv);
  CHECK(pool.size() == 3);
  CHECK(pool[empty].empty());
  CHECK(pool[zero].size() == 1);
  CHECK(pool[pair].size() == 2);
  CHECK(pool.Intern("") == empty);
}

TEST_CASE("the pool keeps a copy of what it is given") {
  StringPool pool;
  std::string text = "before";
  const StringId id = pool.Intern(text);
  text = "after!";
  CHECK(pool[id] == "before");
}

TEST_CASE("views stay valid while the pool grows and when it is moved") {
  StringPool pool;
  constexpr int kStrings = 50'000;
  std::vector<std::string_view> views;
  views.reserve(kStrings);
  for (int i = 0; i < kStrings; ++i) {
    views.push_back(pool[pool.Intern("node/" + std::to_string(i))]);
  }
  StringPool moved = std::move(pool);
  StringPool assigned;
  assigned.Intern("forgotten");
  assigned = std::move(moved);
  REQUIRE(assigned.size() == views.size());
  size_t wrong = 0;
  for (size_t i = 0; i < views.size(); ++i) {
    const std::string text = "node/" + std::to_string(i);
    wrong += views[i] != text || assigned.Find(text).value != i ||
             assigned[StringId(i)].data() != views[i].data();
  }
  CHECK(wrong == 0);
  CHECK_FALSE(assigned.Find("forgotten").valid());
  CHECK(assigned.Intern("new").value == views.size());
}

TEST_CASE("a string longer than a block is kept whole") {
  StringPool pool;
  const std::string small(1000, 's');
  const std::string large(1'000'000, 'l');
  const StringId first = pool.Intern(small);
  const StringId second = pool.Intern(large);
  const StringId third = pool.Intern("t");
  CHECK(pool[first] == small);
  CHECK(pool[second] == large);
  CHECK(pool[third] == "t");
  CHECK(pool.Find(large) == second);
}

TEST_CASE("a frozen pool still finds its strings, and can go on") {
  StringPool pool;
  std::vector<StringId> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(pool.Intern(std::to_string(i)));
  pool.Freeze();
  CHECK(pool.Find("57") == ids[57]);
  CHECK_FALSE(pool.Find("x").valid());
  CHECK(pool[ids[99]] == "99");
  const StringId added = pool.Intern("x");
  CHECK(added.value == 100);
  for (int i = 0; i < 100; ++i) CHECK(pool.Intern(std::to_string(i)) == ids[i]);
  CHECK(pool.Find("x") == added);
  CHECK(pool.size() == 101);
}

TEST_CASE("a text that was expected gets the id that it has without") {
  StringPool pool;
  const StringId known = pool.Intern("known");
  std::vector<std::string> texts = {"known", "new", "", "new"};
  std::vector<StringPool::Expected> expected;
  for (const std::string& text : texts) expected.push_back(pool.Expect(text));
  for (StringPool::Expected& text : expected) pool.ExpectView(text);
  for (const StringPool::Expected& text : expected) pool.ExpectText(text);
  // The index is rebuilt meanwhile.
  for (int i = 0; i < 100; ++i) pool.Intern("other/" + std::to_string(i));
  std::vector<StringId> ids;
  for (size_t i = 0; i < texts.size(); ++i) {
    ids.push_back(pool.Intern(texts[i], expected[i]));
  }
  CHECK(ids[0] == known);
  CHECK(pool[ids[1]] == "new");
  CHECK(pool[ids[2]].empty());
  CHECK(ids[3] == ids[1]);
  CHECK(pool.size() == 103);
}

TEST_CASE("a pool without an index expects nothing") {
  StringPool pool;
  StringPool::Expected expected = pool.Expect("a");
  pool.ExpectView(expected);
  pool.ExpectText(expected);
  CHECK(pool.Intern("a", expected).value == 0);
}

TEST_CASE("a pool looks at the memory before its table grows") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;  // of no input
  StringPool pool;
  const auto fill = [&] {
    for (int i = 0; i < 12'000'000; ++i) pool.Intern(std::to_string(i));
  };
  CHECK_THROWS_AS(fill(), std::bad_alloc);
  CHECK(ExceededShare() == MemoryAllowance::kAlways);
}

}  // namespace tfprof
