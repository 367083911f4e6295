// SPDX-License-Identifier: Apache-2.0
// StepTasks: what ran in a step of one host, in order of start, and who waited
// for whom: the ground under the critical path and the account of a step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "base/lists.h"
#include "model/step_records.h"

namespace tfprof {

enum class TaskKind : uint8_t { kOperation, kReceive, kKernel, kCopy };

inline constexpr size_t kTaskKinds = 4;

// "kernel", for tasks without an op type.
std::string_view WordsOf(TaskKind kind);

// Why a task waits for another.
enum class Wait : uint8_t {
  kData,
  kControl,
  kLaunch,    // a kernel or a copy for the operation that starts it
  kTransfer,  // for the copy of what another device computed
};

std::string_view WordsOf(Wait wait);

// Columns by task; a task is known by its row. Times are in ns, those of
// kernels on the clock of the operations.
struct StepTasks {
  struct Producer {
    uint32_t task = 0;
    Wait wait = Wait::kData;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  const StepRecords* records = nullptr;  // borrowed
  StringId host;
  std::vector<uint32_t> record;
  std::vector<TaskKind> kind;
  std::vector<StringId> type;  // executed op type, of kernels that of their
                               // launch; invalid if not known
  std::vector<int64_t> start;
  std::vector<int64_t> end;
  Lists<Producer> producers;   // ascending
  std::vector<int64_t> lag;    // from the start of its launch to its own
  std::vector<bool> has_work;  // of operations: launched a kernel or a copy
  std::vector<uint32_t> lane;
  std::vector<uint32_t> before;  // the task before on the lane, or kNone
  std::vector<bool> is_head;     // not one that follows another on its thread
  std::vector<uint32_t> order;   // tasks, each after those it waits for

  uint32_t lanes = 0;           // threads, streams and receives
  uint32_t threads = 0;         // lanes of operations
  uint64_t without_time = 0;    // records that have no start
  uint64_t inputs_unknown = 0;  // that no execution is known to have made
  uint64_t circular = 0;        // producers that were left out: see OrderTasks
  int64_t clock_offset = 0;     // that was added to times of kernels

  size_t size() const { return record.size(); }

  StringId NodeOf(size_t task) const { return records->node[record[task]]; }

  uint32_t DeviceOf(size_t task) const { return records->device[record[task]]; }

  int64_t OpStart(size_t task) const { return records->op_start[record[task]]; }

  int64_t OpEnd(size_t task) const { return records->op_end[record[task]]; }

  int64_t Scheduled(size_t task) const {
    return records->scheduled[record[task]];
  }

  int64_t Duration(size_t task) const { return end[task] - start[task]; }

  bool IsOnStream(size_t task) const {
    return kind[task] == TaskKind::kKernel || kind[task] == TaskKind::kCopy;
  }

  // When a producer that runs from `producer_start` to `producer_end` lets
  // `task` go.
  int64_t Anchor(size_t task, const Producer& producer, int64_t producer_start,
                 int64_t producer_end) const {
    return producer.wait == Wait::kLaunch ? producer_start + lag[task]
                                          : producer_end;
  }

  // The same by the recorded times.
  int64_t Anchor(size_t task, const Producer& producer) const {
    return Anchor(task, producer, start[producer.task], end[producer.task]);
  }

  // "MatMul", or "kernel" if no type is known.
  std::string_view TypeText(size_t task) const {
    return type[task].valid() ? records->strings[type[task]]
                              : WordsOf(kind[task]);
  }

  int64_t FirstStart() const { return start.front(); }

  int64_t LastEnd() const;
};

// The tasks of each host of a step that has any, in order of their names:
// clocks of hosts are not aligned, so each has a step of its own. Fails with
// kNotFound if there is no task at all, and with kLimit if the recorder may
// have dropped records (StepRecords::MayBeCut).
Result<std::vector<StepTasks>> TasksByHost(const StepRecords& records);

// What to say beside numbers that were made from them.
std::vector<std::string> NotesOn(const StepTasks& tasks);

}  // namespace tfprof
