// SPDX-License-Identifier: Apache-2.0
#include "model/own_files.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a glob matches a whole path or its last name") {
  CHECK_FALSE(OwnFiles().Match("train.py"));
  const OwnFiles own{false, {"mine*.py", "/opt/site-packages/us/*"}};
  CHECK(own.Match("mine_1.py"));
  CHECK(own.Match("/x/site-packages/mine.py"));
  CHECK(own.Match("/opt/site-packages/us/net/layer.py"));
  CHECK_FALSE(own.Match("/opt/site-packages/them/layer.py"));
  CHECK_FALSE(own.Match("/x/mine.py/other"));
}

}  // namespace tfprof
