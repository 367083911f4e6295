// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/step_tasks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analysis/tasks/calls.h"
#include "analysis/tasks/divide_waits.h"
#include "analysis/tasks/hosts.h"
#include "analysis/tasks/lanes.h"
#include "analysis/tasks/order.h"
#include "analysis/tasks/producers.h"
#include "analysis/tasks/task_row.h"
#include "analysis/tasks/waits.h"
#include "base/memory_limit.h"
#include "model/kernel_clock.h"

namespace tfprof {

namespace {

// No traced step has more hosts, and each needs a table of all names.
constexpr size_t kMostHosts = 1000;

TaskKind KindOf(const StepRecords& records, size_t record) {
  if (!records.IsOperation(record)) {
    return records.is_copy[record] ? TaskKind::kCopy : TaskKind::kKernel;
  }
  const StringId type = records.type[record];
  const bool is_receive =
      records.strings[records.node[record]] == "RecvTensor" ||
      (type.valid() && records.strings[type].ends_with("Recv"));
  return is_receive ? TaskKind::kReceive : TaskKind::kOperation;
}

// The time to add to kernels and copies. `is_used`: by device.
int64_t ClockOffset(const StepRecords& records,
                    const std::vector<bool>& is_used) {
  int64_t first_operation = INT64_MAX;
  int64_t first_work = INT64_MAX;
  const auto for_each = [&](auto operation, auto work) {
    for (size_t i = 0; i < records.size(); ++i) {
      if (records.all_start[i] <= 0) continue;
      if (records.IsOperation(i)) {
        operation(i);
      } else if (is_used[records.device[i]]) {
        work(i);
      }
    }
  };
  for_each(
      [&](size_t i) {
        first_operation = std::min(first_operation, records.all_start[i]);
      },
      [&](size_t i) {
        first_work = std::min(first_work, records.all_start[i]);
      });
  if (first_operation == INT64_MAX || first_work == INT64_MAX ||
      !IsOtherClock(first_operation, first_work)) {
    return 0;
  }
  std::vector<LaunchTime> launches;
  std::vector<WorkTime> work;
  for_each(
      [&](size_t i) {
        launches.push_back(
            {records.node[i].value, records.all_start[i], records.OpStart(i)});
      },
      [&](size_t i) {
        work.push_back({records.node[i].value, records.all_start[i]});
      });
  return KernelClockOffset(std::move(launches), std::move(work));
}

// The limit lets times fit even if tasks become a thousand times slower.
constexpr double kMostTotalNs = 0x1p52;  // 52 days

Status CheckTotal(const StepTasks& tasks) {
  const Waits waits = WaitsOf(tasks);
  double total = 0;
  for (size_t task = 0; task < tasks.size(); ++task) {
    total += static_cast<double>(tasks.Duration(task)) +
             std::abs(static_cast<double>(waits.gap[task]));
  }
  if (total <= kMostTotalNs) return {};
  constexpr double kDayNs = 24 * 3600 * 1e9;
  return Fail(ErrorCode::kCorrupt,
              "step {}: its executions and waits last for {:.0f} days "
              "together; is the file damaged?",
              tasks.records->step, total / kDayNs);
}

TaskRow RowOf(const StepRecords& records, uint32_t record,
              int64_t clock_offset) {
  TaskRow row;
  const bool is_operation = records.IsOperation(record);
  const int64_t offset = is_operation ? 0 : clock_offset;
  row.record = record;
  row.kind = KindOf(records, record);
  row.type = records.type[record];
  row.start = records.all_start[record] + offset;
  row.end = std::max(records.all_end[record] + offset, row.start);
  row.is_eager = row.kind == TaskKind::kOperation &&
                 record < records.is_unlabelled.size() &&
                 records.is_unlabelled[record];
  // Eager operations are recorded under the name of their type.
  if (row.is_eager) row.type = records.node[record];
  return row;
}

// Translates records of calls into tasks.
std::vector<StepTasks::Call> CallsOf(const std::vector<OpenedCall>& opened,
                                     const StepTasks& tasks) {
  std::vector<StepTasks::Call> calls;
  if (opened.empty()) return calls;
  std::vector<uint32_t> task_of(tasks.records->size(), StepTasks::kNone);
  std::vector<uint32_t> back_of(task_of);
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    (tasks.part[task] == 0 ? task_of : back_of)[tasks.record[task]] = task;
  }
  for (const OpenedCall& call : opened) {
    calls.push_back({task_of[call.record], back_of[call.record], {}});
    for (const uint32_t record : call.body) {
      calls.back().body.push_back(task_of[record]);
      if (back_of[record] == StepTasks::kNone) continue;
      calls.back().body.push_back(back_of[record]);
    }
  }
  std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) {
    return a.call < b.call;
  });
  return calls;
}

void AddTask(const TaskRow& row, StepTasks& tasks) {
  tasks.record.push_back(row.record);
  tasks.part.push_back(row.part);
  tasks.kind.push_back(row.kind);
  tasks.type.push_back(row.type);
  tasks.start.push_back(row.start);
  tasks.end.push_back(row.end);
  tasks.is_eager.push_back(row.is_eager);
  tasks.is_of_call.push_back(row.is_of_call);
}

// Fills the columns up to `end`, and the calls.
void AddTasks(const StepRecords& records, const TaskOrder& order,
              std::vector<uint32_t> of_host, int64_t clock_offset,
              StepTasks& tasks) {
  std::vector<TaskRow> rows;
  rows.reserve(of_host.size());
  for (const uint32_t record : of_host) {
    rows.push_back(RowOf(records, record, clock_offset));
  }
  of_host = std::vector<uint32_t>();
  std::vector<OpenedCall> opened;
  if (!records.is_recording) opened = OpenCallRecords(records, order, rows);
  std::sort(rows.begin(), rows.end(), order);
  for (const TaskRow& row : rows) AddTask(row, tasks);
  tasks.calls = CallsOf(opened, tasks);
}

}  // namespace

std::string_view WordsOf(TaskKind kind) {
  switch (kind) {
    case TaskKind::kOperation:
      return "op";
    case TaskKind::kReceive:
      return "recv";
    case TaskKind::kKernel:
      return "kernel";
    case TaskKind::kCopy:
      return "copy";
  }
  return "";
}

std::string_view WordsOf(Wait wait) {
  switch (wait) {
    case Wait::kData:
      return "data";
    case Wait::kControl:
      return "control";
    case Wait::kLaunch:
      return "launch";
    case Wait::kTransfer:
      return "transfer";
    case Wait::kStream:
      return "stream";
  }
  return "";
}

size_t StepTasks::CountRecords() const {
  return static_cast<size_t>(std::count(part.begin(), part.end(), 0));
}

void StepTasks::SortByEnd(std::vector<uint32_t>& tasks) const {
  std::sort(tasks.begin(), tasks.end(),
            [&](uint32_t a, uint32_t b) { return EndsBefore(a, b); });
}

uint32_t StepTasks::LastToEnd(std::span<const uint32_t> by_end,
                              int64_t when) const {
  const auto after =
      std::partition_point(by_end.begin(), by_end.end(),
                           [&](uint32_t task) { return end[task] <= when; });
  return after == by_end.begin() ? kNone : *std::prev(after);
}

int64_t StepTasks::LastEnd() const {
  int64_t last = end[0];
  for (size_t task = 1; task < size(); ++task) last = std::max(last, end[task]);
  return last;
}

Result<std::vector<StepTasks>> TasksByHost(const StepRecords& records) {
  const AllocationScope keeping("the tasks of a step and who waited for whom");
  if (records.MayBeCut()) {
    return Fail(ErrorCode::kLimit,
                "step {}: {} records: TensorFlow keeps {} of a step and drops "
                "the rest, so what is here is a part of it; trace a smaller "
                "step",
                records.step, records.recorded, StepRecords::kMostCollected);
  }
  const std::vector<bool> is_used = records.UsedLines();
  const StepHosts hosts = FindHosts(records, is_used);
  if (hosts.names.size() > kMostHosts) {
    return Fail(ErrorCode::kLimit, "step {}: records of {} hosts, more than {}",
                records.step, hosts.names.size(), kMostHosts);
  }
  std::vector<std::vector<uint32_t>> rows(hosts.names.size());
  std::vector<StepTasks> result(hosts.names.size());
  uint64_t without_time = 0;
  for (uint32_t i = 0; i < records.size(); ++i) {
    if (!records.IsOperation(i) && !is_used[records.device[i]]) continue;
    if (records.all_start[i] > 0) {
      rows[hosts.Of(records, i)].push_back(i);
    } else {
      ++without_time;
    }
  }
  const int64_t clock_offset = ClockOffset(records, is_used);
  const TaskOrder order(records);
  for (size_t host = 0; host < result.size(); ++host) {
    StepTasks& tasks = result[host];
    tasks.records = &records;
    tasks.host = hosts.names[host];
    tasks.clock_offset = clock_offset;
    AddTasks(records, order, std::move(rows[host]), clock_offset, tasks);
    FindProducers(tasks);
    GiveLanes(tasks);
    OrderTasks(tasks);
    if (tasks.size() > 0) TFPROF_RETURN_IF_ERROR(CheckTotal(tasks));
  }
  std::erase_if(result,
                [](const StepTasks& tasks) { return tasks.size() == 0; });
  // The count of all hosts, once.
  if (!result.empty()) result.front().without_time = without_time;
  if (!result.empty()) return result;
  return Fail(ErrorCode::kNotFound,
              "step {}: none of its {} records has a start time, so that what "
              "waited for what is not known; trace with FULL_TRACE or "
              "SOFTWARE_TRACE",
              records.step, records.recorded);
}

void DivideTasks(std::vector<StepTasks>& hosts) {
  if (hosts.empty() || hosts.front().records->is_recording) return;
  const TaskOrder order(*hosts.front().records);
  for (StepTasks& tasks : hosts) {
    if (DivideWaits(order, tasks)) OrderTasks(tasks);
  }
}

Result<std::vector<StepTasks>> DividedTasksByHost(const StepRecords& records) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<StepTasks> hosts, TasksByHost(records));
  DivideTasks(hosts);
  return hosts;
}

std::vector<std::string> NotesOn(const StepTasks& tasks) {
  std::vector<std::string> notes;
  if (tasks.records->is_recording) {
    notes.emplace_back(
        tasks.records->has_partition_graphs
            ? "waits are those that the XSpace recorded (threads, what they "
              "hand over, launches), and inputs that programs of XLA or the "
              "graph name"
            : "waits are those that the XSpace recorded: threads, what they "
              "hand over, launches; what operations of TensorFlow took in is "
              "not known without --graph_path");
  } else if (!tasks.records->has_partition_graphs) {
    notes.emplace_back(
        "some waits may be unexplained: the dump holds no partition graphs");
  }
  if (tasks.clock_offset != 0) {
    notes.push_back(
        fmt::format("kernel times were moved by {} us to fit their launches",
                    tasks.clock_offset / 1000));
  }
  if (tasks.without_time > 0) {
    notes.push_back(fmt::format("{} records without a start time are left out",
                                tasks.without_time));
  }
  if (tasks.circular > 0) {
    notes.push_back(
        fmt::format("{} waits are left out: operations that start at the same "
                    "time wait for each other in a circle",
                    tasks.circular));
  }
  return notes;
}

}  // namespace tfprof
