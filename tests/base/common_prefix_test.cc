// SPDX-License-Identifier: Apache-2.0
#include "base/common_prefix.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("what two texts begin with in common, from what is known of it on") {
  CHECK(CommonPrefix("", "") == 0);
  CHECK(CommonPrefix("", "a") == 0);
  CHECK(CommonPrefix("ab", "b") == 0);
  for (size_t common = 0; common < 40; ++common) {
    const std::string text(common, 'a');
    for (size_t known = 0; known <= common; ++known) {
      CAPTURE(common, known);
      CHECK(CommonPrefix(text, text, known) == common);
      CHECK(CommonPrefix(text, text + "aaaaaaaaa", known) == common);
      CHECK(CommonPrefix(text + "baaaaaaaa", text, known) == common);
      CHECK(CommonPrefix(text + "b", text + "c", known) == common);
      CHECK(CommonPrefix(text + "baaaaaaaa", text + "caaaaaaaa", known) ==
            common);
    }
  }
}

}  // namespace tfprof
