// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/flat_lines.h"

#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

using Changes = std::vector<std::pair<int64_t, uint32_t>>;  // us

Changes ChangesOf(const FlatLines& lines, uint32_t line) {
  Changes changes;
  for (const FlatLines::Change& change : lines.Of(line)) {
    changes.emplace_back(change.at_ps / kUs, change.top);
  }
  return changes;
}

}  // namespace

TEST_CASE("the innermost event changes where one begins or ends") {
  RecordedMaker maker;
  const uint32_t outer = maker.Event(0, "outer", 10, 100);
  const uint32_t inner = maker.Event(0, "inner", 20, 40);
  const uint32_t mark = maker.Event(0, "no length", 30, 30);
  const uint32_t next = maker.Event(0, "next", 40, 60);
  const auto host = WaitingHost(maker);
  const FlatLines lines(*host);
  CHECK(ChangesOf(lines, 0) ==
        Changes{
            {10, outer}, {20, inner}, {40, next}, {60, outer}, {100, kNoRow}});
  CHECK(lines.ParentOf(outer) == kNoRow);
  CHECK(lines.ParentOf(mark) == inner);
  CHECK(lines.ParentOf(next) == outer);
  CHECK(lines.TopAt(0, 9 * kUs) == kNoRow);
  CHECK(lines.TopAt(0, 40 * kUs) == next);
  CHECK(lines.TopAt(0, 100 * kUs) == kNoRow);
  CHECK(lines.Of(1).empty());
}

TEST_CASE("an event that outlasts the one around it closes that one") {
  RecordedMaker maker;
  const uint32_t outer = maker.Event(0, "outer", 0, 50);
  const uint32_t late = maker.Event(0, "late", 40, 80);
  const uint32_t after = maker.Event(0, "after", 90, 95);
  const auto host = WaitingHost(maker);
  const FlatLines lines(*host);
  CHECK(lines.ParentOf(late) == outer);
  CHECK(lines.ParentOf(after) == kNoRow);
  CHECK(
      ChangesOf(lines, 0) ==
      Changes{{0, outer}, {40, late}, {80, kNoRow}, {90, after}, {95, kNoRow}});
}

}  // namespace tfprof
