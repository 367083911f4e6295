// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/parity.h"

#include "support/catch.h"
#include "support/table_of.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

std::string WordsOf(const char* base, const char* now) {
  return CompareDumps(TinyProfile(base), TinyProfile(now)).Words();
}

}  // namespace

TEST_CASE("parity: the same nodes of two dumps are the same") {
  const char* const text = "a MatMul shape=2x3 step=1:2:0:0\nb Add in=a\n";
  const Parity parity = CompareDumps(TinyProfile(text), TinyProfile(text));
  CHECK(parity.IsSame());
  CHECK(parity.Words().empty());
  CHECK(parity.base_nodes == 2);
  CHECK(parity.new_steps == 1);
}

TEST_CASE("parity: nodes that come and go are counted, the first are named") {
  CHECK(WordsOf("a Op\nb Op\n", "b Op\n") == "1 removed nodes (a)");
  CHECK(WordsOf("m Op\n", "a Op\nb Op\nm Op\nx Op\nz Op\n") ==
        "4 added nodes (a, b, x, ...)");
  CHECK(WordsOf("", "a Op\n") == "1 added nodes (a)");
}

TEST_CASE("parity: another op, shape or device of a node is a difference") {
  CHECK(WordsOf("a MatMul\n", "a Conv2D\n") == "1 nodes of another op (a)");
  CHECK(WordsOf("a VariableV2 shape=2x3\n", "a VariableV2 shape=3x2\n") ==
        "1 nodes of another shape (a)");
  CHECK(WordsOf("a Op device=/device:CPU:0 step=1:2:0:0\n",
                "a Op device=/device:CPU:1 step=1:2:0:0\n") ==
        "1 nodes on another device (a)");
}

TEST_CASE("parity: a node that ran on one side only is told if both sides ran") {
  CHECK(WordsOf("a Op step=1:2:0:0\nb Op step=1:2:0:0\n",
                "a Op step=1:2:0:0\nb Op\n") ==
        "1 nodes that ran on one side only (b)");
  CHECK(WordsOf("a Op step=1:2:0:0\n", "a Op\n") ==
        "-1 steps more or less (1 against 0)");
}

TEST_CASE("parity: the table says what was held against what") {
  const Section same =
      TableOf(CompareDumps(TinyProfile("a Op\n"), TinyProfile("a Op\n")));
  REQUIRE(same.notes.size() == 2);
  CHECK(same.notes[0] == "nodes: 1 and 1; steps: 0 and 0");
  const Section other =
      TableOf(CompareDumps(TinyProfile("a Op\n"), TinyProfile("b Op\n")));
  CHECK(LinesOf(other) == std::vector<std::string>{"removed nodes | 1 | a",
                                                   "added nodes | 1 | b"});
}

}  // namespace tfprof
