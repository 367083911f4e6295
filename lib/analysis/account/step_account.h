// SPDX-License-Identifier: Apache-2.0
// The account of steps: where the time of each device went, to the last
// nanosecond.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/account/time_classes.h"
#include "analysis/tasks/step_tasks.h"
#include "report/report.h"

namespace tfprof {

// Sums over steps of the time of each device. A GPU with its streams and copies
// is one device; the line of its launches is another.
class StepAccount {
 public:
  struct Device {
    int64_t wall_ns = 0;  // sum of the step lengths on its host
    ClassTimes ns{};      // which add up to that
    int64_t computing_ns = 0;
  };

  // Adds a step, given the tasks of each of its hosts.
  void AddStep(const std::vector<StepTasks>& hosts);

  // By host and name, in this order.
  const std::map<std::pair<std::string, std::string>, Device>& devices() const {
    return devices_;
  }

  Section Table() const;

 private:
  void AddHost(const StepTasks& tasks);
  void AddNotes(const StepTasks& tasks);

  std::map<std::pair<std::string, std::string>, Device> devices_;
  std::vector<std::string> notes_;  // each once
};

// The device of a line, which is an index into StepRecords::devices.
StringId AccountDeviceOf(const StepRecords& records, uint32_t line);

// "GPU:0" of "/job:a/replica:0/task:0/device:GPU:0".
std::string_view ShortDeviceName(std::string_view device);

// True if an operation of this type waits for input, or for another device or
// task to send.
bool WaitsForInput(std::string_view type);

}  // namespace tfprof
