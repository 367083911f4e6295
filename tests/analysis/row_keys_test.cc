// SPDX-License-Identifier: Apache-2.0
#include "analysis/row_keys.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

std::vector<std::string> TailsOf(const std::vector<RowKey>& keys) {
  std::vector<std::string> tails;
  for (const RowKey& key : keys) tails.emplace_back(key.tail);
  return tails;
}

std::vector<RowKey> ListOf(const RowKeys& keys) {
  std::vector<RowKey> list;
  for (uint32_t row = 0; row < keys.size(); ++row) {
    list.push_back(keys[row]);
    CHECK(keys.HashOf(row) == list.back().Hash());
  }
  return list;
}

}  // namespace

TEST_CASE("a name below another begins behind it, at a slash") {
  const std::string name = "a/b/c";
  CHECK(NameBelow(name, "a/b") == "c");
  CHECK(NameBelow(name, "a") == "b/c");
  CHECK(NameBelow(name, std::string_view(name).substr(0, 3)) == "c");
  CHECK(NameBelow(name, "a/x") == name);
  CHECK(NameBelow("ab/c", "a") == "ab/c");
  CHECK(NameBelow(name, name) == name);
  CHECK(NameBelow("a", "a/b") == "a");
}

TEST_CASE("keys of scopes are names within the row above") {
  const WholeView view("net/a Op\nnet/b/c Op\nx Op\n", "scope");
  RowKeyMaker keys;
  CHECK(TailsOf(ListOf(keys.Of(view.tree))) ==
        std::vector<std::string>{"_TFProfRoot", "net", "a", "b", "c", "x"});
}

TEST_CASE("what is in a scope that was renamed keeps its key") {
  const WholeView before("old/a Op\n", "scope");
  const WholeView after("new/a Op\n", "scope");
  RowKeyMaker keys;
  const auto was = ListOf(keys.Of(before.tree)), is = ListOf(keys.Of(after.tree));
  CHECK_FALSE(was[1] == is[1]);
  CHECK(was[2] == is[2]);
  CHECK(was[2].Hash() == is[2].Hash());
}

TEST_CASE("types of a flat view are their whole names") {
  const WholeView view("a x/y\nb x\n", "op");
  RowKeyMaker keys;
  for (const RowKey& key : ListOf(keys.Of(view.tree))) {
    CHECK(key.tail.find("y") == (key.tail == "x/y" ? 2 : std::string::npos));
  }
}

TEST_CASE("heads have the same number in two trees if they are the same text") {
  const char* const first = "a Op stack=f.py:1:main>f.py:2:run\n";
  const char* const second =
      "a Op stack=f.py:1:main>f.py:2:run\nb Op stack=g.py:9:main>g.py:2:run\n";
  const WholeView before(first, "code"), after(second, "code");
  RowKeyMaker keys;
  const auto was = ListOf(keys.Of(before.tree)), is = ListOf(keys.Of(after.tree));
  REQUIRE(was.size() >= 2);
  size_t same = 0;
  for (const RowKey& key : was) {
    for (const RowKey& other : is) same += key == other ? 1 : 0;
  }
  CHECK(same == was.size());
}

}  // namespace tfprof
