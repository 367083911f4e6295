// SPDX-License-Identifier: Apache-2.0
#include "report/cell_text.h"

#include <optional>
#include <string>
#include <utility>

#include "report/table.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("a cell's text is kept, in the cell or beside it, and copied") {
  for (const size_t size : {0, 1, 14, 15, 16, 17, 300}) {
    std::string text(size, 'x');
    if (size > 1) text[size - 2] = '\0';
    OwnedText kept(text);
    CHECK(kept.view() == text);
    const OwnedText copy = kept;
    OwnedText other("other");
    other = kept;
    const OwnedText moved = std::move(kept);
    CHECK(copy.view() == text);
    CHECK(moved.view() == text);
    CHECK(other == copy);
    other = OwnedText("another text, which is long");
    CHECK(other.view() == "another text, which is long");
    CHECK_FALSE(other == moved);
  }
}

TEST_CASE("a very long text is held once, however often it is copied") {
  const std::string text(OwnedText::kFewestShared, 'x');
  std::optional<OwnedText> first(text);
  OwnedText copy = *first;
  CHECK(copy.view().data() == first->view().data());
  const OwnedText another = copy;
  first.reset();
  copy = OwnedText("short");
  CHECK(another.view() == text);
  LongTexts texts;
  CHECK(texts.Of(text).view().data() == texts.Of(text).view().data());
  CHECK(texts.Of("short").view() == "short");
  // A text at another address is not compared.
  const std::string same = text;
  CHECK(texts.Of(same).view().data() != texts.Of(text).view().data());
}

TEST_CASE("borrowed text is in pieces that are not copied") {
  const std::string name = "scope/";
  const BorrowedText text{name, "node"};
  BorrowedText copy = text;
  CHECK(copy.str() == "scope/node");
  CHECK(copy.pieces()[0].data() == name.data());
  const BorrowedText moved = std::move(copy);
  CHECK(moved == text);
  copy = BorrowedText{"a"};
  CHECK(copy.str() == "a");
}

TEST_CASE("a cell takes three words, since there may be millions") {
  CHECK(sizeof(Cell) <= 3 * sizeof(void*));
}

}  // namespace tfprof
