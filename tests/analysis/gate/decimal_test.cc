// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/decimal.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("limits are compared as they were written") {
  const auto over = [](double value, double base, const char* percent) {
    return IsOverIncrease(value, base, *Decimal::Parse(percent));
  };
  CHECK_FALSE(over(115, 100, "15"));
  CHECK_FALSE(over(110, 100, "10.0"));
  CHECK_FALSE(over(100.5, 100, "0.5"));
  CHECK(over(100.75, 100, "0.5"));
  CHECK(over(116, 100, "15"));
  // Beyond what a double could tell.
  CHECK(over(9007199254740992.0, 9007199254740990.0, "0"));
  CHECK_FALSE(IsOver(0.25, *Decimal::Parse("0.25")));
  CHECK(IsOver(0.5, *Decimal::Parse("0.49")));
  CHECK(Decimal::Parse("-0.5")->digits == -5);
  for (const char* text : {"", "x", "1e5", ".", "1.", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(Decimal::Parse(text));
  }
}

TEST_CASE("a limit is said as it was written") {
  for (const char* text : {"5", "-3", "0.25", "1.50", "12.000000000001"}) {
    CHECK(Decimal::Parse(text)->Text() == text);
  }
  CHECK(Decimal::Parse("2.5")->Value() == 2.5);
  CHECK_FALSE(Decimal::Parse("0.1234567890123"));
}

TEST_CASE("values that are no quarters are compared as they are") {
  CHECK(IsOver(0.3, *Decimal::Parse("0.29")));
  CHECK_FALSE(IsOver(0.3, *Decimal::Parse("0.31")));
  CHECK(IsOver(1e300, *Decimal::Parse("5")));
  CHECK(IsOverIncrease(1e300, 1, *Decimal::Parse("5")));
  // A decrease is no increase, whatever is allowed.
  CHECK_FALSE(IsOverIncrease(90, 100, *Decimal::Parse("0")));
  CHECK(IsOverIncrease(96, 100, *Decimal::Parse("-5")));
}

}  // namespace tfprof
