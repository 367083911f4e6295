// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("warnings are grouped by kind in the order kinds first occurred") {
  Diagnostics diagnostics;
  diagnostics.Warn("lost", "node b was lost");
  diagnostics.Warn("odd", "shape is odd");
  diagnostics.Warn("lost", "node a was lost");
  CHECK(diagnostics.Lines() == std::vector<std::string>{"node b was lost",
                                                        "node a was lost",
                                                        "shape is odd"});
}

TEST_CASE("warnings past the limit of their kind are counted") {
  Diagnostics diagnostics;
  for (uint64_t i = 0; i < Diagnostics::kShown + 3; ++i) {
    diagnostics.Warn("lost nodes", "node " + std::to_string(i));
  }
  diagnostics.Warn("odd", "shape is odd");
  const std::vector<std::string> lines = diagnostics.Lines();
  REQUIRE(lines.size() == Diagnostics::kShown + 2);
  CHECK(lines[0] == "node 0");
  CHECK(lines[Diagnostics::kShown - 1] == "node 19");
  CHECK(lines[Diagnostics::kShown] == "(3 more: lost nodes)");
  CHECK(lines.back() == "shape is odd");
}

TEST_CASE("a kind is full when only counting is left") {
  Diagnostics diagnostics;
  CHECK_FALSE(diagnostics.IsFull("lost"));
  for (uint64_t i = 0; i < Diagnostics::kShown; ++i) {
    CHECK_FALSE(diagnostics.IsFull("lost"));
    diagnostics.Warn("lost", "node");
  }
  CHECK(diagnostics.IsFull("lost"));
  CHECK_FALSE(diagnostics.IsFull("odd"));
  diagnostics.Count("lost");
  CHECK(diagnostics.Lines().back() == "(1 more: lost)");
}

TEST_CASE("what is found again is said once") {
  Diagnostics diagnostics;
  diagnostics.WarnOnce("lost", "a");
  diagnostics.WarnOnce("lost", "b");
  diagnostics.WarnOnce("lost", "a");
  diagnostics.Warn("lost", "a");
  CHECK(diagnostics.Lines() == std::vector<std::string>{"a", "b", "a"});
}

TEST_CASE("a hundred thousand kinds are not looked through for each warning") {
  Diagnostics diagnostics;
  constexpr size_t kMany = 100000;
  for (size_t i = 0; i < kMany; ++i) {
    diagnostics.Warn(std::to_string(i), std::to_string(i));
  }
  const std::vector<std::string> lines = diagnostics.Lines();
  REQUIRE(lines.size() == kMany);
  CHECK(lines.back() == "99999");
}

TEST_CASE("no warning is no line") { CHECK(Diagnostics().Lines().empty()); }

}  // namespace tfprof
