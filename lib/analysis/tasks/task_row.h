// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "analysis/tasks/step_tasks.h"

namespace tfprof {

// A task before all tasks of its host are numbered.
struct TaskRow {
  int64_t start = 0;
  int64_t end = 0;
  uint32_t record = 0;
  StringId type;
  uint8_t part = 0;
  TaskKind kind = TaskKind::kOperation;
  bool is_eager = false;
  bool is_of_call = false;
};

// The order of tasks: by start and end, then by the name of the device and the
// position there, so the order of lines in the file does not matter.
class TaskOrder {
 public:
  explicit TaskOrder(const StepRecords& records);

  // Like a < b.
  bool operator()(const TaskRow& a, const TaskRow& b) const;

  // The same but for start and end.
  bool ByPlace(const TaskRow& a, const TaskRow& b) const;

 private:
  const StepRecords& records_;
  std::vector<uint32_t> rank_;  // of devices, by name
};

}  // namespace tfprof
