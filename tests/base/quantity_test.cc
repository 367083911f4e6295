// SPDX-License-Identifier: Apache-2.0
#include "base/quantity.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("quantities have units, in either case") {
  struct Case {
    const char* text;
    Unit unit;
    int64_t value;
  };

  for (const Case& c :
       std::vector<Case>{{"250", Unit::kMicros, 250},
                         {"-5", Unit::kMicros, -5},
                         {"5ms", Unit::kMicros, 5000},
                         {"5 MS", Unit::kMicros, 5000},
                         {"1.1s", Unit::kMicros, 1'100'000},
                         {"100ns", Unit::kMicros, 1},
                         {"2min", Unit::kMicros, 120'000'000},
                         {"1MB", Unit::kBytes, 1'000'000},
                         {"1.5kb", Unit::kBytes, 1500},
                         {"2GiB", Unit::kBytes, int64_t{2} << 30},
                         {"7B", Unit::kBytes, 7},
                         {"7B", Unit::kCount, 7'000'000'000},
                         {"2.5k", Unit::kCount, 2500}}) {
    CAPTURE(c.text);
    const auto value = ParseQuantity(c.text, c.unit);
    REQUIRE(value);
    CHECK(*value == c.value);
  }
}

TEST_CASE("what is no quantity says what would be one") {
  const auto error = [](const char* text, Unit unit) {
    const auto value = ParseQuantity(text, unit);
    REQUIRE_FALSE(value);
    CHECK(value.error().code == ErrorCode::kInvalidArgument);
    return value.error().message;
  };
  CHECK(error("5MB", Unit::kMicros) ==
        "'5MB' is not a time; write 500us, 5ms or 2s");
  CHECK(error("5ms", Unit::kBytes) ==
        "'5ms' is not a size; write 500B, 5MB or 2GiB");
  for (const char* text :
       {"", "x", "ms", "1.5", "1e3", "0x10", "1..5ms", "nan", "inf",
        "9999999999999999999", "1e30s", "9223372036854775808us"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseQuantity(text, Unit::kMicros));
  }
}

TEST_CASE("the text of a quantity reads as it") {
  for (const Unit unit : {Unit::kCount, Unit::kMicros, Unit::kBytes}) {
    for (const int64_t value :
         {int64_t{0}, int64_t{1}, int64_t{100}, int64_t{1500}, int64_t{1} << 40,
          int64_t{100'000'000}, int64_t{-2000}}) {
      CAPTURE(value);
      const auto read = ParseQuantity(QuantityText(value, unit), unit);
      REQUIRE(read);
      CHECK(*read == value);
    }
  }
  CHECK(QuantityText(100, Unit::kMicros) == "100us");
  CHECK(QuantityText(int64_t{1} << 40, Unit::kBytes) == "1TiB");
  CHECK(QuantityText(100'000'000, Unit::kCount) == "100M");
}

TEST_CASE("a percentage needs its sign") {
  CHECK(*ParsePercentage("5%") == 0.05);
  CHECK(*ParsePercentage("0.5%") == 0.005);
  CHECK(*ParsePercentage("0") == 0);
  const auto bare = ParsePercentage("2");
  REQUIRE_FALSE(bare);
  CHECK(bare.error().message == "'2' is not a percentage; write 2%");
  CHECK_FALSE(ParsePercentage("%"));
  CHECK_FALSE(ParsePercentage("5 %x"));
}

}  // namespace tfprof
