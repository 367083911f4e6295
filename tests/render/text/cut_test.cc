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

TEST_CASE("a text is broken between its words") {
  CHECK(Wrapped("one two  three", 7) == "one two\n three");
  CHECK(Wrapped("one two", 7) == "one two");
  CHECK(Wrapped("öne two", 7) == "öne two");
  CHECK(Wrapped("one two", 6) == "one\ntwo");
  CHECK(Wrapped("a_long_name b", 4) == "a_long_name\nb");
  CHECK(Wrapped("one two", 0) == "one two");
  CHECK(Wrapped("", 5).empty());
}

TEST_CASE("no character is cut in two") {
  CHECK(CutInTheMiddle("äöüÄÖÜ", 5) == "äö…ÖÜ");
  CHECK(CutInFront("äöüÄÖÜ", 3) == "…ÖÜ");
}

}  // namespace tfprof
