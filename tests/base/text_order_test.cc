// SPDX-License-Identifier: Apache-2.0
#include "base/text_order.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Texts = std::vector<std::string>;
using Order = std::vector<uint32_t>;

Order OrderOf(const Texts& texts) {
  const auto text_of = [&](size_t i) { return std::string_view(texts[i]); };
  return TextOrder(texts.size(), text_of).Find();
}

Order Expected(const Texts& texts) {
  Order order(texts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return texts[a] < texts[b];
  });
  return order;
}

}  // namespace

TEST_CASE("texts are in the order of their bytes, equal ones as they came") {
  CHECK(OrderOf({}).empty());
  CHECK(OrderOf({"b"}) == Order{0});
  CHECK(OrderOf({"b", "a", "", "b", "\xc3", "a/b", "a-b", "ab", ""}) ==
        Order{2, 8, 1, 6, 5, 7, 0, 3, 4});
}

TEST_CASE("texts that begin alike for long are told apart by what follows") {
  std::mt19937 random(7);
  // From 20,000 on they are sorted on two threads.
  for (const size_t count : {2, 3, 7, 100, 101, 3000, 20'000, 20'001}) {
    for (const size_t parts : {1, 3, 12}) {
      Texts texts(count);
      for (std::string& text : texts) {
        for (size_t part = random() % (parts + 1); part > 0; --part) {
          text += random() % 8 == 0 ? "unit_1" : "replica_0/unit_0/";
          if (random() % 16 == 0) text += static_cast<char>(random());
        }
      }
      CAPTURE(count, parts);
      REQUIRE(OrderOf(texts) == Expected(texts));
      std::sort(texts.begin(), texts.end());
      REQUIRE(OrderOf(texts) == Expected(texts));
      std::reverse(texts.begin(), texts.end());
      REQUIRE(OrderOf(texts) == Expected(texts));
    }
  }
}

}  // namespace tfprof
