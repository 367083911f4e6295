// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/groups.h"

#include <cstdint>
#include <utility>

#include "support/catch.h"

namespace tfprof {

namespace {

// Markers of steps that all have one number, as each of many threads may.
LineLinks Markers(uint32_t count, StringId name) {
  LineLinks links;
  for (uint32_t i = 0; i < count; ++i) {
    links.nodes.Push({});
    links.step_numbers.Push({i, 7});
    links.roots.Push({.level = 1, .begin_ps = i, .node = i, .name = name});
  }
  links.node_count = count;
  return links;
}

}  // namespace

TEST_CASE("steps of one name have it in common") {
  StringPool strings;
  const StringId name = strings.Intern("train");
  const Groups groups = FindGroups(Markers(100, name), false, false, strings);
  REQUIRE(groups.steps.size() == 100);
  CHECK(groups.steps[99].node == 99);
  CHECK(groups.step_names[groups.steps[99].name] == "train 7");
  CHECK(groups.step_names.size() == 1);
}

}  // namespace tfprof
