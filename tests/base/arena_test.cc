// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("copies stay where they are, whatever comes after them") {
  Arena arena;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::string> texts;
    std::vector<std::string_view> copies;
    for (size_t i = 0; i < 3000; ++i) {
      // Some are larger than a block.
      const size_t size = i % 500 == 0 ? 100'000 : i % 90;
      texts.emplace_back(size, static_cast<char>('a' + i % 26));
      copies.push_back(arena.Copy(texts.back()));
    }
    for (size_t i = 0; i < texts.size(); ++i) CHECK(copies[i] == texts[i]);
    CHECK(arena.size() >= 6 * 100'000);
    arena.Clear();
    CHECK(arena.size() == 0);
  }
}

TEST_CASE("copies of items can be read as such") {
  Arena arena;
  arena.Copy(std::string_view("x"));
  const std::vector<int64_t> numbers = {1, -2, 3};
  const std::span<int64_t> copy = arena.Copy(std::span(std::as_const(numbers)));
  CHECK(reinterpret_cast<uintptr_t>(copy.data()) % alignof(int64_t) == 0);
  CHECK(std::vector<int64_t>(copy.begin(), copy.end()) == numbers);
  CHECK(arena.Copy(std::span<const int64_t>()).empty());
}

}  // namespace tfprof
