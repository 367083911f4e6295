// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/tasks/task_row.h"

namespace tfprof {

// A call before tasks are numbered: its record and those of its body.
struct OpenedCall {
  uint32_t record = 0;
  std::vector<uint32_t> body;
};

// True if an operation of this type runs a function of the graph.
bool IsCallType(std::string_view type);

// Divides each operation that encloses the records of a function's body: what
// is before the first of them and behind the last one is its own time. An eager
// record, which has no label, has all labelled records within its span for a
// body; a call by its type those within that read only one another. The
// shortest record gets its body first, so that of nested calls each has what it
// runs itself. `rows` are those of one host; the returns are added to them.
std::vector<OpenedCall> OpenCallRecords(const StepRecords& records,
                                        const TaskOrder& order,
                                        std::vector<TaskRow>& rows);

}  // namespace tfprof
