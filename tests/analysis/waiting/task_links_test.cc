// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/task_links.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {


}  // namespace

TEST_CASE("a task is that of the innermost event around that was given") {
  RecordedMaker maker;
  const uint32_t giver = maker.Event(0, "Schedule", 5, 10);
  const uint32_t task = maker.Event(1, "Run", 20, 90);
  const uint32_t inner = maker.Event(1, "inside", 30, 40);
  const uint32_t other = maker.Event(2, "alone", 0, 10);
  maker.Link(giver, task);
  const HostView view(WaitingHost(maker));
  const HandedTask found = view.tasks.TaskOf(1, inner);
  CHECK(found.task == task);
  CHECK(found.giver == giver);
  CHECK(view.tasks.TaskAt(1, task, 50 * kUs).giver == giver);
  CHECK_FALSE(view.tasks.TaskOf(2, other).is_known());
  CHECK_FALSE(view.tasks.TaskAt(1, kNoRow, 10 * kUs).is_known());
}

TEST_CASE("an event gives no task to its own thread, nor before it began") {
  RecordedMaker maker;
  const uint32_t giver = maker.Event(0, "Schedule", 5, 10);
  const uint32_t same = maker.Event(0, "Run", 20, 30);
  maker.Link(giver, same);
  const uint32_t early = maker.Event(1, "Run", 20, 30);
  const uint32_t late = maker.Event(2, "Schedule", 25, 28);
  maker.Link(late, early);
  const HostView view(WaitingHost(maker));
  CHECK_FALSE(view.tasks.TaskOf(0, same).is_known());
  CHECK_FALSE(view.tasks.TaskOf(1, early).is_known());
}

TEST_CASE("without an event around, the region of the pool tells the task") {
  RecordedMaker maker;
  const uint32_t giver = maker.Event(0, "Schedule", 5, 10);
  const uint32_t start =
      maker.Event(1, "ThreadpoolListener::StartRegion", 20, 20);
  const uint32_t inside = maker.Event(1, "dot.1", 30, 40);
  maker.Event(1, "ThreadpoolListener::StopRegion", 50, 50);
  const uint32_t after = maker.Event(1, "dot.2", 60, 70);
  maker.Link(giver, start);
  const HostView view(WaitingHost(maker));
  CHECK(view.tasks.TaskOf(1, inside).task == start);
  CHECK(view.tasks.TaskAt(1, kNoRow, 45 * kUs).giver == giver);
  CHECK_FALSE(view.tasks.TaskOf(1, after).is_known());
}

}  // namespace tfprof
