// SPDX-License-Identifier: Apache-2.0
#include "base/once_per_text.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a long text is looked at once, wherever it is referred to") {
  const std::string text(5000, 'x');
  OncePerText<size_t> sizes;
  int looked = 0;
  const auto size_of = [&](std::string_view it) {
    ++looked;
    return it.size();
  };
  for (int i = 0; i < 10; ++i) CHECK(sizes.Of(text, size_of) == 5000);
  CHECK(looked == 1);
  sizes.clear();
  CHECK(sizes.Of(text, size_of) == 5000);
  CHECK(looked == 2);
}

TEST_CASE("texts that begin at one place are told apart by their size") {
  const std::string text(5000, 'x');
  OncePerText<size_t> sizes;
  const auto size_of = [](std::string_view it) { return it.size(); };
  for (const size_t size : {0, 1, 100, 1000, 5000, 1000, 100}) {
    CHECK(sizes.Of(std::string_view(text).substr(0, size), size_of) == size);
  }
}

TEST_CASE("short texts may lie where others did") {
  std::string text = "a";
  OncePerText<char> first;
  const auto first_of = [](std::string_view it) { return it.front(); };
  CHECK(first.Of(text, first_of) == 'a');
  text[0] = 'b';
  CHECK(first.Of(text, first_of) == 'b');
}

}  // namespace tfprof
