// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/step_parts.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "analysis/account/step_account.h"
#include "analysis/difference/owned_time.h"
#include "analysis/tasks/waits.h"
#include "base/hash.h"

namespace tfprof {

namespace {

enum class StepClass : uint8_t {
  kCompute,
  kCopy,
  kInput,
  kOverhead,
  kQueued,
  kIdle
};

std::string_view WordsOfStepClass(StepClass step_class) {
  switch (step_class) {
    case StepClass::kCompute:
      return "compute";
    case StepClass::kCopy:
      return "copy";
    case StepClass::kInput:
      return "input";
    case StepClass::kOverhead:
      return "overhead";
    case StepClass::kQueued:
      return "queued";
    case StepClass::kIdle:
      return "idle";
  }
  return "";
}

// "GPU:0", or "launches of GPU:0" for the line of the host.
std::string NameOfLine(const StepRecords& records, uint32_t line) {
  const StepRecords::Device& device = records.devices[line];
  std::string name(
      ShortDeviceName(records.strings[AccountDeviceOf(records, line)]));
  // Old releases and saved profiles call it "cpu:0".
  if (name.starts_with("cpu:") || name.starts_with("gpu:")) {
    name.replace(0, 3, name[0] == 'c' ? "CPU" : "GPU");
  }
  const bool launches =
      device.line == StepLine::kOperations && device.gpu_number != kNoGpu;
  return launches ? "launches of " + name : name;
}

// The rows of a host in one step. Sums are ns.
class HostRows {
 public:
  struct Row {
    StepClass step_class = StepClass::kCompute;
    uint32_t task = 0;  // a task of it
    int64_t sum = 0;
    uint64_t works = 0;
    double in_flight = 0;
  };

  explicit HostRows(const StepTasks& tasks) : tasks_(tasks) {
    const Waits waits = WaitsOf(tasks);
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      AddTask(task, waits.ready[task]);
    }
    for (const OwnedTime& time :
         DivideTime(std::move(claims_), tasks.FirstStart(), tasks.LastEnd())) {
      if (time.owner == OwnedTime::kNobody) {
        AddIdle(time);
      } else {
        rows_[time.owner].sum += time.length();
      }
    }
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  // An operation for compute, else a device.
  uint32_t RowOf(StepClass step_class, uint32_t task) {
    const StringId name =
        step_class == StepClass::kCompute
            ? tasks_.NodeOf(task)
            : AccountDeviceOf(*tasks_.records, tasks_.DeviceOf(task));
    const uint64_t key =
        uint64_t{name.value} << 8 | static_cast<uint64_t>(step_class);
    const auto next = static_cast<uint32_t>(rows_.size());
    const auto [found, is_new] = row_of_.insert({key, next});
    if (is_new) rows_.push_back({step_class, task});
    return found->second;
  }

  void Claim(StepClass step_class, uint8_t rank, uint32_t task, int64_t start,
             int64_t end) {
    // An operation without length is a call, too.
    if (start >= end && step_class != StepClass::kCompute) return;
    const uint32_t row = RowOf(step_class, task);
    claims_.push_back({start, end, row, rank});
    rows_[row].in_flight +=
        static_cast<double>(std::max(end - start, int64_t{0}));
    if (step_class != StepClass::kCompute || tasks_.part[task] == 0) {
      ++rows_[row].works;
    }
  }

  void AddTask(uint32_t task, int64_t ready) {
    using enum StepClass;
    const int64_t start = tasks_.start[task];
    const int64_t end = tasks_.end[task];
    if (tasks_.kind[task] == TaskKind::kKernel) {
      Claim(kCompute, 0, task, start, end);
    } else if (tasks_.kind[task] == TaskKind::kCopy) {
      Claim(kCopy, 2, task, start, end);
    } else if (tasks_.kind[task] == TaskKind::kReceive ||
               (tasks_.type[task].valid() &&
                WaitsForInput(tasks_.TypeText(task)))) {
      Claim(kInput, 3, task, start, end);
    } else {
      const int64_t from = std::max(tasks_.OpStart(task), start);
      const int64_t to = std::min(tasks_.OpEnd(task), end);
      Claim(kCompute, 1, task, from, to);
      const bool has_overhead = from > start || to < end;
      if (has_overhead) Claim(kOverhead, 4, task, start, end);
    }
    if (ready != Waits::kNotKnown) {
      Claim(kQueued, 5, task, std::max(ready, tasks_.FirstStart()), start);
    }
  }

  void AddIdle(const OwnedTime& time) {
    const auto next =
        std::lower_bound(tasks_.start.begin(), tasks_.start.end(), time.end);
    const size_t task = std::min(
        static_cast<size_t>(next - tasks_.start.begin()), tasks_.size() - 1);
    Row& row = rows_[RowOf(StepClass::kIdle, static_cast<uint32_t>(task))];
    row.sum += time.length();
    ++row.works;
  }

  const StepTasks& tasks_;
  std::vector<TimeClaim> claims_;
  std::vector<Row> rows_;
  tsl::robin_map<uint64_t, uint32_t, IntHash> row_of_;
};

// Counts the GPUs that had work, else the devices of operations, and adds up
// their work.
void AddDevices(const StepTasks& tasks, DifferenceSide& side) {
  std::set<StringId> devices[2];
  double work_ns[2] = {};
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    const bool is_on_gpu = tasks.IsOnStream(task);
    devices[is_on_gpu].insert(
        AccountDeviceOf(*tasks.records, tasks.DeviceOf(task)));
    if (tasks.kind[task] == TaskKind::kCopy) continue;
    work_ns[is_on_gpu] += static_cast<double>(tasks.Duration(task));
  }
  const bool has_gpus = !devices[1].empty();
  side.devices =
      std::max(side.devices, static_cast<int64_t>(devices[has_gpus].size()));
  side.work_ps += 1000 * work_ns[has_gpus];
}

// Sums of picoseconds must fit.
constexpr int64_t kMostSumNs = INT64_MAX / 1000;

}  // namespace

Status StepParts::AddStep(const std::vector<StepTasks>& hosts) {
  for (const StepTasks& tasks : hosts) TFPROF_RETURN_IF_ERROR(AddHost(tasks));
  return {};
}

Status StepParts::AddHost(const StepTasks& tasks) {
  const StepRecords& records = *tasks.records;
  ProcessParts& process = hosts_[std::string(records.strings[tasks.host])];
  const int64_t length = tasks.LastEnd() - tasks.FirstStart();
  if (length > kMostSumNs - process.side.length_sum_ps / 1000) {
    return Fail(ErrorCode::kCorrupt,
                "step {}: the steps last for more than 106 days together; is "
                "the file damaged?",
                records.step);
  }
  ++process.side.steps;
  process.side.length_sum_ps += 1000 * length;
  AddDevices(tasks, process.side);
  const HostRows rows(tasks);
  for (const HostRows::Row& row : rows.rows()) {
    const bool is_compute = row.step_class == StepClass::kCompute;
    const std::string_view node = records.strings[tasks.NodeOf(row.task)];
    const auto [found, is_new] = process.sums.try_emplace(
        {std::string(WordsOfStepClass(row.step_class)),
         is_compute ? std::string(node)
                    : NameOfLine(records, tasks.DeviceOf(row.task))});
    DifferenceRow::Side& side = found->second;
    if (is_new && is_compute) {
      side.line = code_.OwnerOf(node).Label();
      const size_t slash = node.rfind('/');
      if (slash != std::string_view::npos) side.scope = node.substr(0, slash);
    }
    side.sum_ps += 1000 * row.sum;
    side.works += row.works;
    side.in_flight_ps += 1000 * row.in_flight;
  }
  return {};
}

RunParts StepParts::Finish() {
  RunParts run;
  const bool is_only = hosts_.size() == 1;
  for (auto& [host, process] : hosts_) {
    const std::string name = is_only ? "" : host;
    process.side.host = name;
    run.processes.emplace(name, std::move(process));
  }
  hosts_.clear();
  return run;
}

}  // namespace tfprof
