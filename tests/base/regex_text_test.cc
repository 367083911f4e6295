// SPDX-License-Identifier: Apache-2.0
#include "base/regex_text.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

using Texts = std::vector<std::string>;

TEST_CASE("what every match of a pattern has in it") {
  CHECK(NeededTexts(".*k_1/.*") == Texts{"k_1/"});
  CHECK(NeededTexts("model/.*Block_17/.*") == Texts{"block_17/"});
  CHECK(NeededTexts(R"(.*layer_\d+\.kernel[ab]*)") == Texts{".kernel"});
  CHECK(NeededTexts(".*(abc)+.*") == Texts{"abc"});
  CHECK(NeededTexts(".*abcd(efgh)?.*") == Texts{"abcd"});
  CHECK(NeededTexts("ab") == Texts{"ab"});
  CHECK(NeededTexts("(?:.*/)?dense_17(?:/.*)?") == Texts{"dense_17"});
}

TEST_CASE("what is needed once large letters are small ones") {
  CHECK(NeededTexts("(?i).*Dat_17/.*") == Texts{"dat_17/"});
  CHECK(NeededTexts("(?i)(AB|cd).*") == Texts{"ab", "cd"});
  CHECK(NeededTexts(".*(?i:dense)_17") == Texts{"dense_17"});
  CHECK(InSmallLetters("aBC/\u00c9") == "abc/\u00c9");
  CHECK(InSmallLetters("\u212aa\u212a\u017f") == "kaks");
}

TEST_CASE("of which every match of a pattern has one in it") {
  CHECK(NeededTexts(".*(abc|bcde).*") == Texts{"abc", "bcde"});
  CHECK(NeededTexts(".*[ab]_17/.*") == Texts{"a_17/", "b_17/"});
  CHECK(NeededTexts("ab.*(cde|def).*") == Texts{"cde", "def"});
  CHECK(NeededTexts("(ab|ba).*cdef.*") == Texts{"cdef"});
}

TEST_CASE("what not every match has in it is no text that is needed") {
  for (const char* const pattern :
       {".*", "", "a", ".*(abc|b).*", ".*(abc)?.*", "(abc)*", "abc|.*", "[a-z]+",
        // These may be spelled otherwise.
        ".*\xc3\xa9tat.*", R"(.*\x{212A}el.*)", R"(\pLab.*)",
        "(abc"}) {
    CAPTURE(pattern);
    CHECK(NeededTexts(pattern).empty());
  }
}

}  // namespace tfprof
