// SPDX-License-Identifier: Apache-2.0
#include "base/regex_text.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("what every match of a pattern has in it") {
  CHECK(NeededText(".*k_1/.*") == "k_1/");
  CHECK(NeededText("model/.*Block_17/.*") == "block_17/");
  CHECK(NeededText(R"(.*layer_\d+\.kernel[ab]*)") == ".kernel");
  CHECK(NeededText(".*(abc)+.*") == "abc");
  CHECK(NeededText(".*abcd(efgh)?.*") == "abcd");
  CHECK(NeededText("ab") == "ab");
}

TEST_CASE("what not every match has in it is no text that is needed") {
  for (const char* const pattern :
       {".*", "", "a", ".*(abc|bcd).*", ".*(abc)?.*", "(abc)*", "abc|.*", "[a-z]+",
        // These may be spelled otherwise.
        "(?i).*abc.*", ".*\xc3\xa9tat.*", R"(.*\x{212A}el.*)", R"(\pLab.*)",
        "(abc"}) {
    CAPTURE(pattern);
    CHECK(NeededText(pattern).empty());
  }
}

}  // namespace tfprof
