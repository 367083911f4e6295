// SPDX-License-Identifier: Apache-2.0
#include "render/text/cut.h"

#include <string>

#include <fmt/format.h>

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

TEST_CASE("the ends of a long text are cut as all of it is") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += fmt::format("ä{}€", i);
  for (size_t width = 1; width < 50; ++width) {
    const std::string ends = EndsOf(text, width);
    CHECK(ends.size() < 10 * (width + 1));
    CHECK(CutInTheMiddle(ends, width) == CutInTheMiddle(text, width));
    CHECK(CutInFront(ends, width) == CutInFront(text, width));
  }
  CHECK(EndsOf("a short one", 1) == "a short one");
  CHECK(EndsOf(text, 2000) == text);
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
