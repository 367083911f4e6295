// SPDX-License-Identifier: Apache-2.0
#include "base/find_by_name.h"

#include <array>
#include <memory>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Fruit {
  std::string_view name;
  int price = 0;
};

constexpr std::array<Fruit, 2> kFruits = {{{"apple", 1}, {"pear", 2}}};

}  // namespace

TEST_CASE("rows are found by a member or by a function") {
  CHECK(FindByName(kFruits, &Fruit::name, "pear")->price == 2);
  CHECK(FindByName(kFruits, &Fruit::name, "plum") == nullptr);
  const std::vector<const Fruit*> cheap = {&kFruits[0]};
  const auto name_of = [](const Fruit* fruit) { return fruit->name; };
  CHECK((*FindByName(cheap, name_of, "apple"))->price == 1);
  CHECK(FindByName(cheap, name_of, "pear") == nullptr);
}

TEST_CASE("an unknown name is answered with the nearest and with all") {
  const auto error = [](std::string_view name) {
    const auto found = FindTyped("fruit", kFruits, &Fruit::name, name);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == ErrorCode::kInvalidArgument);
    return found.error().message;
  };
  CHECK((*FindTyped("fruit", kFruits, &Fruit::name, "apple"))->price == 1);
  CHECK(error("aple") ==
        "unknown fruit 'aple', did you mean 'apple'? known: apple, pear");
  CHECK(error("\n") == "unknown fruit '\\n'; known: apple, pear");
  CHECK(UnknownName("fruit", "x", {}).value().message == "unknown fruit 'x'");
}

}  // namespace tfprof
