// SPDX-License-Identifier: Apache-2.0
// The parents and children in each view.
#include "view/forest.h"

#include <string>

#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/view_named.h"
#include "view/view.h"

namespace tfprof {

namespace {

// The forest as indented names; a row with members ends in their count.
std::string Picture(std::string_view view, const Profile& profile) {
  Diagnostics diagnostics;
  const auto forest = ViewNamed(view).build(profile, diagnostics);
  REQUIRE(forest);
  std::string text;
  std::vector<uint32_t> depth(forest->size());
  for (uint32_t row = 1; row < forest->size(); ++row) {
    depth[row] = depth[forest->parent[row]] + 1;
    text += fmt::format("{}{} {}\n", std::string(depth[row] - 1, '.'),
                        forest->NameOf(row).str(), forest->members[row].size());
  }
  return text;
}

}  // namespace

TEST_CASE("scopes come before what follows them in bytewise order") {
  CHECK(Picture("scope", TinyProfile("a-b Op\na/c Op\na/b/x Op\na.b Op\n")) ==
        "a 0\n"
        ".a/b 0\n"
        "..a/b/x 1\n"
        ".a/c 1\n"
        "a-b 1\n"
        "a.b 1\n");
}

TEST_CASE("odd slashes make scopes like any other") {
  CHECK(Picture("scope", TinyProfile("/x Op\na//b Op\na/ Op\n")) ==
        " 0\n"
        "./x 1\n"
        "a 0\n"
        ".a/ 1\n"
        "..a//b 1\n");
}

TEST_CASE("a node that is also a scope is one row") {
  CHECK(Picture("scope", TinyProfile("a Op\na/b Op\n")) == "a 1\n.a/b 1\n");
}

TEST_CASE("a node with the name of the root is a node like any other") {
  const Profile profile = TinyProfile("_TFProfRoot Op\na Op\n");
  for (const char* view : {"scope", "graph"}) {
    CHECK(Picture(view, profile) == "_TFProfRoot 1\na 1\n");
  }
}

TEST_CASE("a shared input lies under its first consumer") {
  CHECK(Picture("graph",
                TinyProfile("z Op in=x,y\nw Op in=y\ny Op in=x\nx Op\n")) ==
        "w 1\n.y 1\n..x 1\nz 1\n");
}

TEST_CASE("a cycle that nobody enters is not there") {
  CHECK(Picture("graph",
                TinyProfile("a Op in=b\nb Op in=a\nc Op in=c\nd Op\n")) ==
        "d 1\n");
  CHECK(
      Picture("graph", TinyProfile("a Op in=b\nb Op in=a\nd Op in=b,gone\n")) ==
      "d 1\n.b 1\n..a 1\n");
}

TEST_CASE("operations of a type are one row, under the one before it") {
  CHECK(Picture("op", TinyProfile("a Mul\nb Add\nc Mul\n")) ==
        "Add 1\n.Mul 2\n");
}

TEST_CASE("rows of lines have a base name and a short function") {
  struct Case {
    const char *frame, *text;
  };

  for (const Case& c : {
           Case{"/home/u/net.py:3:main", "net.py:3:main"},
           Case{"net.py:3:nineteen_bytes_long", "net.py:3:nineteen_bytes_long"},
           Case{"net.py:3:twenty_bytes_in_all_",
                "net.py:3:twenty_bytes_in_a..."},
           Case{"dir/:3:f", ":3:f"},
       }) {
    const Profile profile =
        TinyProfile("a Op stack=" + std::string(c.frame) + "\n");
    CHECK(Picture("code", profile) == std::string(c.text) + " 1\n");
  }
}

TEST_CASE("a gradient is charged to its forward operation's stack") {
  CHECK(Picture("code",
                TinyProfile("x/mm Op stack=f:1:main>g:2:run\n"
                            "gradients/x/mm_grad/y Op stack=h:9:other\n"
                            "tower/gradients/x/mm_grad/z Op stack=h:9:other\n"
                            "plain Op stack=f:1:main\n"
                            "silent Op\n")) ==
        "f:1:main 1\n"
        ".g:2:run 1\n"
        "f:1:main (gradient) 0\n"
        ".g:2:run (gradient) 2\n");
}

TEST_CASE("gradients without a forward operation are counted by group") {
  Diagnostics diagnostics;
  const Profile profile = TinyProfile(
      "a Op stack=f:1:main\n"
      "gradients/b_grad/x Op stack=f:1:main\n"
      "gradients/b_grad/y Op stack=f:1:main\n"
      "gradients/c_grad/x Op stack=f:1:main\n");
  REQUIRE(BuildCodeForest(profile, diagnostics));
  CHECK(diagnostics.Lines() ==
        std::vector<std::string>{"2 gradient nodes not accounted"});
}

TEST_CASE("without a forward call stack there is no code view") {
  Diagnostics diagnostics;
  for (const char* text :
       {"a Op\n", "gradients/b_grad/x Op stack=f:1:main\n"}) {
    const auto forest = BuildCodeForest(TinyProfile(text), diagnostics);
    REQUIRE_FALSE(forest);
    CHECK(forest.error().code == ErrorCode::kNotFound);
  }
}

}  // namespace tfprof
