// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tasks/by_node.h"

namespace tfprof {

// Finds which execution of a node another task took its input from.
class InputFinder {
 public:
  explicit InputFinder(const StepTasks& tasks);

  const ByNode& operations() const { return operations_; }

  // The node that computed an input: that of the name, or of "n" if the input
  // is called "n/_12", as graphs call tensors that were sent. Invalid if none
  // ran.
  StringId Resolve(StringId node) const;

  // The execution of `node` that `task` takes its input from, or
  // StepTasks::kNone.
  uint32_t PickTurn(uint32_t task, StringId node) const;

  // A Merge runs as soon as one of its inputs is there.
  bool IsMerge(uint32_t task) const {
    const StringId type = tasks_.type[task];
    return type.valid() && (type == merge_ || type == ref_merge_);
  }

 private:
  const StepTasks& tasks_;
  const std::vector<int64_t> limits_;
  const ByNode operations_;
  const std::vector<uint32_t> turn_;
  const StringId merge_;
  const StringId ref_merge_;
};

// Keeps only the last to end of the producers of a Merge.
void KeepLastToEnd(const StepTasks& tasks,
                   std::vector<StepTasks::Producer>& found);

// Adds a row to `rows`: the producers of `task`, each once and in order. The
// first of several waits for one producer is kept, control only if there is no
// other. Clears `found`.
void EndTask(uint32_t task, std::vector<StepTasks::Producer>& found,
             Lists<StepTasks::Producer>& rows);

}  // namespace tfprof
