// SPDX-License-Identifier: Apache-2.0
#include "analysis/code_location.h"

#include <string>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

// "file:line" of the row of that name in the scope view.
std::string LocationIn(std::string_view profile, std::string_view name) {
  const WholeView view(profile, "scope");
  for (uint32_t row = 0; row < view.tree.size(); ++row) {
    if (view.tree.NameOf(row).str() != name) continue;
    const CodeLines lines = CodeLinesOf(view.profile);
    const CodeLocation location = OwnLocationOf(view.tree, row, lines);
    return CodeText(location.file, location.line, location.is_gradient);
  }
  FAIL("no such row");
  return {};
}

}  // namespace

TEST_CASE("a row was made by the innermost line that is the user's") {
  CHECK(LocationIn("a Op stack=train.py:1:main>net.py:7:f\n", "a") ==
        "net.py:7");
  CHECK(LocationIn("a Op stack=train.py:4:main>/x/site-packages/k.py:9:g\n",
                   "a") == "train.py:4");
  CHECK(LocationIn("a Op stack=/x/site-packages/k.py:9:g\n", "a") == "");
}

TEST_CASE("a row has a line if its own nodes all have it") {
  const std::string_view profile =
      "s Op stack=m.py:2:f\n"
      "s/a Op stack=m.py:3:f\n"
      "t/a Op stack=m.py:4:f\n";
  CHECK(LocationIn(profile, "s") == "m.py:2");
  CHECK(LocationIn(profile, "t") == "");
}

TEST_CASE("a gradient carries the line of its forward operation") {
  const std::string_view profile =
      "a Op stack=m.py:2:f\n"
      "gradients/a_grad/Mul Op stack=m.py:9:minimize\n"
      "gradients/b_grad/Mul Op stack=m.py:9:minimize\n";
  CHECK(LocationIn(profile, "gradients/a_grad/Mul") == "m.py:2 (gradient)");
  CHECK(LocationIn(profile, "gradients/b_grad/Mul") == "m.py:9");
}

}  // namespace tfprof
