// SPDX-License-Identifier: Apache-2.0
#include "base/keyed.h"

#include "support/catch.h"

namespace tfprof {

namespace {

enum class Fruit { kApple, kPear, kPlum };

struct Row {
  Fruit fruit;
  int price;
};

constexpr Row kWhole[] = {
    {Fruit::kApple, 1}, {Fruit::kPear, 2}, {Fruit::kPlum, 3}};
constexpr Row kSwapped[] = {
    {Fruit::kPear, 2}, {Fruit::kApple, 1}, {Fruit::kPlum, 3}};
constexpr Row kShort[] = {{Fruit::kApple, 1}, {Fruit::kPear, 2}};
constexpr Row kDoubled[] = {
    {Fruit::kApple, 1}, {Fruit::kApple, 2}, {Fruit::kPlum, 3}};

}  // namespace

TEST_CASE("a keyed table has each row in its place") {
  CHECK(IsKeyedBy(kWhole, &Row::fruit, 3));
  CHECK_FALSE(IsKeyedBy(kSwapped, &Row::fruit, 3));
  CHECK_FALSE(IsKeyedBy(kShort, &Row::fruit, 3));
  CHECK_FALSE(IsKeyedBy(kDoubled, &Row::fruit, 3));
}

TEST_CASE("a table in an order of its own has each row once") {
  CHECK(HasEachOf(kWhole, &Row::fruit, 3));
  CHECK(HasEachOf(kSwapped, &Row::fruit, 3));
  CHECK_FALSE(HasEachOf(kShort, &Row::fruit, 3));
  CHECK_FALSE(HasEachOf(kDoubled, &Row::fruit, 3));
}

}  // namespace tfprof
