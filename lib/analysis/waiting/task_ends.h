// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// Finds the task that ended last among those that a call handed over, or among
// those that one event started. A task is an event that consumes a link. The
// ends of a call's tasks are sorted once, when they are first asked for.
class TaskEnds {
 public:
  // `host` must outlive this.
  explicit TaskEnds(const RecordedHost& host) : host_(host) {}

  // Of the tasks on other threads that events in `call` on its thread handed
  // over up to `at_ps`, the one that ended last by then; kNoRow without one.
  uint32_t LastOfCall(uint32_t call, int64_t at_ps);

  // Of the tasks that consume the link of `task`, the one that ended last
  // before `task` began, and by `at_ps`; kNoRow without one.
  uint32_t LastBefore(uint32_t task, int64_t at_ps);

 private:
  // A task that counts from `known_ps` on.
  struct Ended {
    int64_t known_ps = 0;
    uint32_t task = kNoRow;
    uint32_t last = kNoRow;  // the task that ended last of those up to here
  };

  using Tasks = std::vector<Ended>;

  Tasks TasksOfCall(uint32_t call);
  std::span<const uint32_t> ConsumersFrom(uint32_t link, int64_t begin_ps);
  Tasks TasksOfLink(uint32_t link) const;
  void Sort(Tasks& tasks) const;
  bool EndsLater(uint32_t a, uint32_t b) const;

  const RecordedHost& host_;
  tsl::robin_map<uint32_t, Tasks, IntHash> of_call_;
  tsl::robin_map<uint32_t, Tasks, IntHash> of_link_;
  // The consumers of links that have many, in order of begin.
  tsl::robin_map<uint32_t, std::vector<uint32_t>, IntHash> many_of_link_;
};

}  // namespace tfprof
