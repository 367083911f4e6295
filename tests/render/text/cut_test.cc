// SPDX-License-Identifier: Apache-2.0
#include "render/text/cut.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("characters are counted, not bytes") {
  CHECK(TextWidth("") == 0);
  CHECK(TextWidth("abc") == 3);
  CHECK(TextWidth("größe") == 5);
  CHECK(TextWidth("…") == 1);
}

TEST_CASE("what fits is not cut") {
  CHECK(CutInTheMiddle("größe", 5) == "größe");
  CHECK(CutInFront("größe", 5) == "größe");
}

TEST_CASE("a text that is cut is as wide as asked for, with a mark") {
  CHECK(CutInTheMiddle("abcdefgh", 5) == "ab…gh");
  CHECK(CutInTheMiddle("abcdefgh", 4) == "a…gh");
  CHECK(CutInTheMiddle("abcdefgh", 1) == "…");
  CHECK(CutInFront("abcdefgh", 4) == "…fgh");
  CHECK(CutInFront("abcdefgh", 1) == "…");
}

TEST_CASE("no character is cut in two") {
  CHECK(CutInTheMiddle("äöüÄÖÜ", 5) == "äö…ÖÜ");
  CHECK(CutInFront("äöüÄÖÜ", 3) == "…ÖÜ");
}

}  // namespace tfprof
