// SPDX-License-Identifier: Apache-2.0
#include "base/optional_real.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("an optional real is a number or nothing") {
  CHECK_FALSE(OptionalReal().get());
  CHECK(OptionalReal(0).get() == 0.0);
  CHECK(OptionalReal(std::optional(-2.5)).get() == -2.5);
  CHECK_FALSE(OptionalReal(std::nullopt).get());
  CHECK(OptionalReal() == OptionalReal());
  CHECK_FALSE(OptionalReal() == OptionalReal(0));
  CHECK(OptionalReal(1) == OptionalReal(1));
}

}  // namespace tfprof
