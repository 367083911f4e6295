// SPDX-License-Identifier: Apache-2.0
// StepTasks: the tasks of a step on one host, in order of start, and which
// waited for which. For the critical path and the account. A record is a task,
// but one that encloses others is two, a call and its return, and one that
// waited for a stream may be divided at the end of its wait.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
  kLaunch,    // kernel or copy: its operation
  kTransfer,  // a copy from other memory
  kStream,    // the host: work of a stream
};

std::string_view WordsOf(Wait wait);

// Columns by task. Times are in ns; those of kernels are moved to the clock of
// the operations.
struct StepTasks {
  struct Producer {
    uint32_t task = 0;
    Wait wait = Wait::kData;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  // A record that encloses those of a function's body, by task.
  struct Call {
    uint32_t call = 0;  // until the body begins
    uint32_t back = 0;  // the return, from the end of the body on
    std::vector<uint32_t> body;
  };

  const StepRecords* records = nullptr;  // borrowed
  StringId host;
  std::vector<uint32_t> record;
  std::vector<uint8_t> part;  // of its record, from 0
  std::vector<TaskKind> kind;
  // Executed op type, of kernels that of their launch; invalid if not known.
  std::vector<StringId> type;
  std::vector<int64_t> start;
  std::vector<int64_t> end;
  Lists<Producer> producers;     // ascending
  std::vector<int64_t> lag;      // start after the start of its launch
  std::vector<bool> has_work;    // of operations: launched a kernel or a copy
  std::vector<bool> is_eager;    // ran by itself, in no graph
  std::vector<bool> is_of_call;  // a call or a return
  std::vector<Call> calls;
  std::vector<uint32_t> lane;
  std::vector<uint32_t> before;  // previous task on the lane, or kNone
  std::vector<bool> is_head;     // does not follow another on its thread
  std::vector<uint32_t> order;   // tasks, each after its producers

  uint32_t lanes = 0;           // threads, streams and receives
  uint32_t threads = 0;         // lanes of operations
  uint32_t pool_threads = 0;    // those of IsPooled() ones
  uint64_t without_time = 0;    // records without a start
  uint64_t inputs_unknown = 0;  // inputs without a known producer
  uint64_t circular = 0;        // producers left out: see OrderTasks
  int64_t clock_offset = 0;     // added to the times of kernels

  size_t size() const { return record.size(); }

  // Without the other parts of divided ones.
  size_t CountRecords() const;

  StringId NodeOf(size_t task) const { return records->node[record[task]]; }

  uint32_t DeviceOf(size_t task) const { return records->device[record[task]]; }

  uint32_t GpuOf(size_t task) const {
    return records->DeviceOf(record[task]).gpu_number;
  }

  int64_t OpStart(size_t task) const { return records->OpStart(record[task]); }

  int64_t OpEnd(size_t task) const { return records->OpEnd(record[task]); }

  int64_t Scheduled(size_t task) const {
    return records->Scheduled(record[task]);
  }

  int64_t Duration(size_t task) const { return end[task] - start[task]; }

  bool IsOnStream(size_t task) const {
    return kind[task] == TaskKind::kKernel || kind[task] == TaskKind::kCopy;
  }

  // True if the operation may run on any free thread. On the line of a GPU it
  // is a launch, which stays with its thread.
  bool IsPooled(size_t task) const {
    return kind[task] == TaskKind::kOperation &&
           (records->is_recording || (GpuOf(task) == kNoGpu &&
                                      !is_eager[task] && !is_of_call[task]));
  }

  // When a producer that runs from `producer_start` to `producer_end` allows
  // `task` to start.
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

  // The order of ends, and of tasks that end at the same time.
  bool EndsBefore(uint32_t a, uint32_t b) const {
    return std::pair(end[a], a) < std::pair(end[b], b);
  }

  void SortByEnd(std::vector<uint32_t>& tasks) const;

  // The last to end by `when` of tasks in that order, or kNone.
  uint32_t LastToEnd(std::span<const uint32_t> by_end, int64_t when) const;

  int64_t FirstStart() const { return start[0]; }

  int64_t LastEnd() const;
};

// The tasks of each host with tasks, by host name; hosts are separate as their
// clocks are not aligned. Fails with kNotFound if there are no tasks, and with
// kLimit if records may be missing (StepRecords::MayBeCut).
Result<std::vector<StepTasks>> TasksByHost(const StepRecords& records);

// Divides operations and kernels where they waited (DivideWaits): for paths and
// what-ifs. Not for accounts: what waits is busy there.
void DivideTasks(std::vector<StepTasks>& hosts);

// Both.
Result<std::vector<StepTasks>> DividedTasksByHost(const StepRecords& records);

// Notes for numbers that are made from these tasks.
std::vector<std::string> NotesOn(const StepTasks& tasks);

}  // namespace tfprof
