// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/task_ends.h"

#include <vector>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("of the tasks of a call the one that ended last by a moment counts") {
  RecordedMaker maker;
  const uint32_t call = maker.Event(0, "SessionRun", 0, 100);
  const uint32_t first_giver = maker.Event(0, "Schedule", 5, 6);
  const uint32_t next_giver = maker.Event(0, "Schedule", 7, 8);
  const uint32_t first = maker.Event(1, "Run", 10, 80);
  const uint32_t next = maker.Event(2, "Run", 10, 40);
  const uint32_t later = maker.Event(2, "Run", 120, 140);
  maker.Link(first_giver, first);
  maker.Link(next_giver, next);
  maker.Link(maker.Event(3, "Schedule", 1, 2), later);
  const auto host = WaitingHost(maker);
  TaskEnds ends(*host);
  CHECK(ends.LastOfCall(call, 100 * kUs) == first);
  CHECK(ends.LastOfCall(call, 79 * kUs) == next);
  CHECK(ends.LastOfCall(call, 39 * kUs) == kNoRow);
}

TEST_CASE("of the tasks of one event the one that ended before counts") {
  RecordedMaker maker;
  const uint32_t giver = maker.Event(0, "Schedule", 0, 5);
  std::vector<uint32_t> tasks;
  // More than are looked through one by one.
  for (uint32_t i = 0; i < 40; ++i) {
    tasks.push_back(maker.Event(1 + i, "Run", 10 + 10 * i, 18 + 10 * i));
  }
  auto host = WaitingHost(maker);
  for (const uint32_t event : tasks) {
    host->events.rows[event].stats = 0;
  }
  host->events.rows[giver].stats = 1;
  host->events.stats.resize(2);
  host->events.stats[0].consumes = 0;
  host->events.stats[1].produces = 0;
  host->events.producers.AddRow(std::vector{giver});
  host->events.consumers.AddRow(tasks);
  TaskEnds ends(*host);
  CHECK(ends.LastBefore(tasks[0], 1000 * kUs) == kNoRow);
  CHECK(ends.LastBefore(tasks[7], 1000 * kUs) == tasks[6]);
  CHECK(ends.LastBefore(tasks[7], 40 * kUs) == tasks[2]);
  CHECK(ends.LastOfCall(giver, 1000 * kUs) == kNoRow);
}

}  // namespace tfprof
