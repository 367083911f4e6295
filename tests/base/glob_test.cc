// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("a glob matches a whole text") {
  CHECK(MatchesGlob("*.py", "a/b.py"));
  CHECK(MatchesGlob("net_[0-9].py", "net_3.py"));
  CHECK_FALSE(MatchesGlob("net", "net.py"));
  CHECK_FALSE(MatchesGlob("[", "a"));
}

}  // namespace tfprof
