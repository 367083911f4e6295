// SPDX-License-Identifier: Apache-2.0
#include "model/input_names.h"

#include <string_view>
#include <vector>

#include "support/catch.h"

namespace tfprof {
namespace {

using Texts = std::vector<std::string_view>;

Texts TextsOf(const InputNames& names) {
  return Texts(names.begin(), names.end());
}

}  // namespace

TEST_CASE("inputs are texts") {
  const Texts texts{"a", "b:1", "^c"};
  const InputNames names = texts;
  CHECK(names.size() == 3);
  CHECK(names[1] == "b:1");
  CHECK(TextsOf(names) == texts);
}

TEST_CASE("inputs are rows of a table of texts") {
  const Texts table{"a", "b", "c"};
  const std::vector<uint32_t> rows{2, 0, 2, 2};
  const InputNames names(table, rows);
  CHECK(names.size() == 4);
  CHECK(TextsOf(names) == Texts{"c", "a", "c", "c"});
}

TEST_CASE("a node without inputs has none") {
  CHECK(InputNames().empty());
  CHECK(TextsOf(InputNames()).empty());
  CHECK(InputNames(Texts{"a"}, std::vector<uint32_t>{}).empty());
}

}  // namespace tfprof
