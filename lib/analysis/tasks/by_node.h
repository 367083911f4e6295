// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "analysis/tasks/step_tasks.h"
#include "base/segment_tree.h"

namespace tfprof {

// Tasks of some kinds, grouped by node and sorted by start and by end.
class ByNode {
 public:
  // Calls count with their return only, since their readers wait for that.
  ByNode(const StepTasks& tasks, std::initializer_list<TaskKind> kinds);

  // Other tasks, in order of start, under other names, which have to be valid.
  ByNode(const StepTasks& tasks, const std::vector<uint32_t>& selected,
         const std::function<StringId(uint32_t)>& name_of);

  // The executions of a node, in order of start.
  std::span<const uint32_t> ByStart(StringId node) const {
    return Of(by_start_, node);
  }

  size_t CountOf(StringId node) const { return ByStart(node).size(); }

  // The last execution of `node` to start, or end, at `when` or before;
  // StepTasks::kNone if there is none.
  uint32_t LastToStart(StringId node, int64_t when) const;
  uint32_t LastToEnd(StringId node, int64_t when) const;

  // By task, the number of executions of its node that started before it, of a
  // call as of its return.
  std::vector<uint32_t> Turns() const;

 private:
  friend class WorkSpans;

  std::span<const uint32_t> Of(const std::vector<uint32_t>& order,
                               StringId node) const;

  void Fill(std::vector<uint32_t> order,
            const std::function<StringId(uint32_t)>& name_of);

  const StepTasks& tasks_;
  // By StringId, where a node's tasks begin; empty if there are no tasks.
  std::vector<uint32_t> begin_;
  std::vector<uint32_t> by_start_;
  std::vector<uint32_t> by_end_;
};

// Finds kernels and copies of a node that lie between two times.
class WorkSpans {
 public:
  explicit WorkSpans(const ByNode& work);

  // The last to end among those that started at `start` or later and ended by
  // `end`; StepTasks::kNone if there is none.
  uint32_t LastWithin(StringId node, int64_t start, int64_t end) const;

 private:
  const ByNode& work_;
  SegmentTree tree_;  // of ends and starts, in the order of work_.by_end_
};

}  // namespace tfprof
