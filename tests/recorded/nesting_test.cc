// SPDX-License-Identifier: Apache-2.0
#include "recorded/nesting.h"

#include "support/catch.h"

namespace tfprof {

namespace {

std::vector<TimeSpan> OwnMomentsOf(const std::vector<NestedSpan>& spans,
                                   uint32_t id) {
  std::vector<TimeSpan> own;
  ForEachOwnMoment(
      spans, [&](size_t i) { return spans[i].span.end_ps; },
      [&](size_t i, const TimeSpan& moments) {
        if (spans[i].id == id) own.push_back(moments);
      });
  return own;
}

}  // namespace

TEST_CASE("the parent of a span is the smallest that contains it") {
  std::vector<NestedSpan> spans = {
      {{10, 20}, 0}, {{0, 100}, 1}, {{10, 50}, 2}, {{40, 60}, 3}};
  Nest(spans);
  REQUIRE(spans.size() == 4);
  CHECK(spans[0].id == 1);
  CHECK(spans[1].id == 2);
  CHECK(spans[1].parent == 0);
  CHECK(spans[2].id == 0);
  CHECK(spans[2].parent == 1);
  // It begins in one span and ends behind it: only the outer one contains it.
  CHECK(spans[3].id == 3);
  CHECK(spans[3].parent == 0);
  CHECK(spans[0].self_ps == 100 - 40 - 20);
  CHECK(spans[1].self_ps == 40 - 10);
}

TEST_CASE("of equal spans the earlier one is the parent") {
  std::vector<NestedSpan> spans = {{{0, 10}, 7}, {{0, 10}, 8}};
  Nest(spans);
  CHECK(spans[0].id == 7);
  CHECK(spans[1].parent == 0);
  CHECK(spans[0].self_ps == 0);
}

TEST_CASE("own moments are those that no child takes") {
  std::vector<NestedSpan> spans = {
      {{0, 100}, 0}, {{10, 30}, 1}, {{20, 25}, 2}, {{30, 40}, 3}};
  Nest(spans);
  CHECK(OwnMomentsOf(spans, 0) == std::vector<TimeSpan>{{0, 10}, {40, 100}});
  CHECK(OwnMomentsOf(spans, 1) == std::vector<TimeSpan>{{10, 20}, {25, 30}});
}

}  // namespace tfprof
