// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <tsl/robin_map.h>

#include "analysis/waiting/flat_lines.h"
#include "base/hash.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// A task that one thread gave to another. Rows of HostEvents.
struct HandedTask {
  uint32_t task = kNoRow;   // the event that took it over
  uint32_t giver = kNoRow;  // the event that gave it, on another line

  bool is_known() const { return task != kNoRow; }
};

// Finds who gave a thread its task. Answers take log n.
class TaskLinks {
 public:
  // Both must outlive this.
  TaskLinks(const RecordedHost& host, const FlatLines& lines);

  // The task of a line where an event begins, which may be of another line;
  // nothing if the task was not handed over.
  HandedTask TaskOf(uint32_t line, uint32_t event) const;

  // The task of a line at a moment; `top` is the innermost event there, or
  // kNoRow.
  HandedTask TaskAt(uint32_t line, uint32_t top, int64_t at_ps) const;

 private:
  void FindGivers();
  uint32_t GiverOf(uint32_t event) const;
  void FindTakers();
  void FindRegions();
  uint32_t LastBegun(uint32_t line, int64_t at_ps) const;
  HandedTask RegionBefore(uint32_t line, uint32_t event) const;

  const RecordedHost& host_;
  const FlatLines& lines_;
  // By event that was given: the event that gave it.
  tsl::robin_map<uint32_t, uint32_t, IntHash> givers_;
  // By event: the innermost event around that was given. Empty without any.
  std::vector<uint32_t> taker_;
  // By event: the last begin or end of a pool's region up to it on its line.
  // Empty without pools.
  std::vector<uint32_t> region_;
  std::vector<bool> is_start_;  // by name
  std::vector<bool> is_stop_;   // by name
};

}  // namespace tfprof
