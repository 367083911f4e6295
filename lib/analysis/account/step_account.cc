// SPDX-License-Identifier: Apache-2.0
#include "analysis/account/step_account.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "analysis/tasks/waiting_types.h"
#include "analysis/tasks/waits.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr std::string_view kClassNames[kTimeClassCount] = {
    "compute",  "overlap", "copy",    "input",
    "overhead", "queued",  "waiting", "idle"};

void AddTask(const StepTasks& tasks, size_t task, int64_t ready,
             DeviceTimes& times) {
  const int64_t start = tasks.start[task];
  const int64_t end = tasks.end[task];
  if (tasks.kind[task] == TaskKind::kKernel) {
    times.Add(Activity::kCompute, start, end);
  } else if (tasks.kind[task] == TaskKind::kCopy) {
    times.Add(Activity::kCopy, start, end);
  } else if (tasks.kind[task] == TaskKind::kReceive ||
             (tasks.type[task].valid() &&
              WaitsForInput(tasks.TypeText(task)))) {
    times.Add(Activity::kInput, start, end);
  } else {
    // A call's own time is what it has outside of its body.
    times.Add(Activity::kCompute, std::max(tasks.OpStart(task), start),
              std::min(tasks.OpEnd(task), end));
    times.Add(Activity::kOverhead, start, end);
  }
  if (ready != Waits::kNotKnown) times.Add(Activity::kQueued, ready, start);
}

double Rounded(double value) { return std::round(value * 1000) / 1000; }

}  // namespace

StringId AccountDeviceOf(const StepRecords& records, uint32_t line) {
  const StepRecords::Device& device = records.devices[line];
  return device.line == StepLine::kOperations ? device.name : device.gpu;
}

std::string_view ShortDeviceName(std::string_view device) {
  constexpr std::string_view kDevice = "device:";
  const std::string_view last = AfterLastSlash(device);
  return last.starts_with(kDevice) ? last.substr(kDevice.size()) : last;
}

bool WaitsForInput(std::string_view type) {
  if (Contains(type, "Recv")) return true;
  const WaitingType* const waiting = FindWaitingType(type);
  return waiting != nullptr && waiting->is_account_input;
}

void StepAccount::AddStep(const std::vector<StepTasks>& hosts) {
  for (const StepTasks& tasks : hosts) AddHost(tasks);
}

void StepAccount::AddHost(const StepTasks& tasks) {
  const StepRecords& records = *tasks.records;
  const Waits waits = WaitsOf(tasks);
  std::map<StringId, size_t> row_of;  // by device name
  std::vector<size_t> row_of_line(records.devices.size(), SIZE_MAX);
  std::vector<StringId> names;
  std::vector<DeviceTimes> times;
  for (size_t task = 0; task < tasks.size(); ++task) {
    const uint32_t line = tasks.DeviceOf(task);
    if (row_of_line[line] == SIZE_MAX) {
      const StringId device = AccountDeviceOf(records, line);
      const auto [found, is_new] = row_of.try_emplace(device, names.size());
      if (is_new) names.push_back(device);
      row_of_line[line] = found->second;
      times.resize(names.size());
    }
    AddTask(tasks, task, waits.ready[task], times[row_of_line[line]]);
  }
  const int64_t start = tasks.FirstStart();
  const int64_t end = tasks.LastEnd();
  const std::vector<DeviceClasses> classes = ClassifyTimes(times, start, end);
  const std::string host(records.strings[tasks.host]);
  for (size_t row = 0; row < names.size(); ++row) {
    Device& device = devices_[{host, std::string(records.strings[names[row]])}];
    device.wall_ns += end - start;
    device.computing_ns += classes[row].computing_ns;
    for (size_t i = 0; i < kTimeClassCount; ++i) {
      device.ns[i] += classes[row].ns[i];
    }
  }
  AddNotes(tasks);
}

void StepAccount::AddNotes(const StepTasks& tasks) {
  std::vector<std::string> notes = NotesOn(tasks);
  std::set<StringId> gpus;
  bool has_work = false;
  for (size_t task = 0; task < tasks.size(); ++task) {
    has_work = has_work || tasks.IsOnStream(task);
    if (tasks.kind[task] != TaskKind::kOperation) continue;
    const StringId device =
        AccountDeviceOf(*tasks.records, tasks.DeviceOf(task));
    gpus.insert(device);
  }
  for (const StringId device : gpus) {
    const std::string_view name =
        ShortDeviceName(tasks.records->strings[device]);
    if (has_work || !AsciiLower(name).starts_with("gpu")) continue;
    notes.push_back(fmt::format(
        "no kernels were recorded: the times of {} are those of launches",
        name));
  }
  for (std::string& note : notes) {
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) {
      notes_.push_back(std::move(note));
    }
  }
}

Section StepAccount::Table() const {
  using enum Unit;
  const bool has_hosts =
      !devices_.empty() &&
      devices_.begin()->first.first != devices_.rbegin()->first.first;
  tfprof::Table table;
  if (has_hosts) table.columns.push_back({"host"});
  table.columns.push_back({"device"});
  table.columns.push_back({"wall", kNanos});
  for (const std::string_view name : kClassNames) {
    table.columns.push_back({std::string(name), kNanos});
  }
  for (const std::string_view name : kClassNames) {
    table.columns.push_back({std::string(name), kShare});
  }
  table.columns.push_back({"mean_parallel"});
  for (const auto& [key, device] : devices_) {
    std::vector<Cell> row;
    if (has_hosts) row.emplace_back(key.first);
    row.emplace_back(key.second);
    row.emplace_back(device.wall_ns);
    for (const int64_t ns : device.ns) row.emplace_back(ns);
    for (const int64_t tenths : TenthsOf(device.ns)) {
      row.emplace_back(static_cast<double>(tenths) / 1000);
    }
    const int64_t busy = device.ns[static_cast<size_t>(TimeClass::kCompute)] +
                         device.ns[static_cast<size_t>(TimeClass::kOverlap)];
    row.emplace_back(Rounded(static_cast<double>(device.computing_ns) /
                             static_cast<double>(std::max<int64_t>(busy, 1))));
    table.AddRow(std::move(row));
  }
  return {"account", notes_, std::move(table)};
}

}  // namespace tfprof
