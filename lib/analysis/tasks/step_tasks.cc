// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/step_tasks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/tasks/lanes.h"
#include "analysis/tasks/order.h"
#include "analysis/tasks/producers.h"
#include "analysis/tasks/waits.h"
#include "base/memory_limit.h"
#include "model/kernel_clock.h"

namespace tfprof {

namespace {

// No traced step has more hosts, and each needs a table of all names.
constexpr size_t kMostHosts = 1000;

// The host of each device's records, in order of names.
struct Hosts {
  std::vector<StringId> names;
  std::vector<uint32_t> of_device;  // a row of `names`
};

// Streams belong to the host in their name, else to the first host.
Hosts FindHosts(const StepRecords& records) {
  std::map<std::string_view, uint32_t> rows;
  for (const StepRecords::Device& device : records.devices) {
    if (device.line == StepLine::kOperations) {
      rows[records.strings[device.host]] = 0;
    }
  }
  if (rows.empty()) rows[""] = 0;
  Hosts hosts;
  for (auto& [name, row] : rows) {
    row = static_cast<uint32_t>(hosts.names.size());
    hosts.names.push_back(records.strings.Find(name));
  }
  for (const StepRecords::Device& device : records.devices) {
    const auto found = rows.find(records.strings[device.host]);
    hosts.of_device.push_back(found == rows.end() ? 0 : found->second);
  }
  return hosts;
}

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

// Fills the columns up to `end`.
void AddTasks(const StepRecords& records, std::vector<uint32_t> rows,
              int64_t clock_offset, StepTasks& tasks) {
  const auto offset = [&](uint32_t row) {
    return records.IsOperation(row) ? 0 : clock_offset;
  };
  // Columns of records take longer to look at than a list of starts.
  std::vector<std::pair<int64_t, uint32_t>> starts;
  starts.reserve(rows.size());
  for (const uint32_t row : rows) {
    starts.emplace_back(records.all_start[row] + offset(row), row);
  }
  rows = std::vector<uint32_t>();
  std::sort(starts.begin(), starts.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const int64_t a_end = records.all_end[a.second] + offset(a.second);
    const int64_t b_end = records.all_end[b.second] + offset(b.second);
    return std::pair(a_end, a.second) < std::pair(b_end, b.second);
  });
  tasks.kind.reserve(starts.size());
  for (const auto& [start, row] : starts) {
    tasks.record.push_back(row);
    tasks.kind.push_back(KindOf(records, row));
    tasks.type.push_back(records.type[row]);
    tasks.start.push_back(start);
    tasks.end.push_back(std::max(records.all_end[row] + offset(row), start));
  }
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
  }
  return "";
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
  const Hosts hosts = FindHosts(records);
  if (hosts.names.size() > kMostHosts) {
    return Fail(ErrorCode::kLimit, "step {}: records of {} hosts, more than {}",
                records.step, hosts.names.size(), kMostHosts);
  }
  const std::vector<bool> is_used = records.UsedLines();
  std::vector<std::vector<uint32_t>> rows(hosts.names.size());
  std::vector<StepTasks> result(hosts.names.size());
  for (uint32_t i = 0; i < records.size(); ++i) {
    if (!records.IsOperation(i) && !is_used[records.device[i]]) continue;
    const uint32_t host = hosts.of_device[records.device[i]];
    if (records.all_start[i] > 0) {
      rows[host].push_back(i);
    } else {
      ++result[host].without_time;
    }
  }
  const int64_t clock_offset = ClockOffset(records, is_used);
  for (size_t host = 0; host < result.size(); ++host) {
    StepTasks& tasks = result[host];
    tasks.records = &records;
    tasks.host = hosts.names[host];
    tasks.clock_offset = clock_offset;
    AddTasks(records, std::move(rows[host]), clock_offset, tasks);
    FindProducers(tasks);
    GiveLanes(tasks);
    OrderTasks(tasks);
    if (tasks.size() > 0) TFPROF_RETURN_IF_ERROR(CheckTotal(tasks));
  }
  std::erase_if(result,
                [](const StepTasks& tasks) { return tasks.size() == 0; });
  if (!result.empty()) return result;
  return Fail(ErrorCode::kNotFound,
              "step {}: none of its {} records has a start time, so that what "
              "waited for what is not known; trace with FULL_TRACE or "
              "SOFTWARE_TRACE",
              records.step, records.recorded);
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
