// SPDX-License-Identifier: Apache-2.0
// RecordedWaiting: the recordings of a capture with what the account of their
// time asks for. Processes are accounted separately, since their clocks are
// never compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/waiting/device_moments.h"
#include "analysis/waiting/host_view.h"
#include "analysis/waiting/input_stages.h"
#include "analysis/waiting/waiting_windows.h"
#include "recorded/capture.h"

namespace tfprof {

struct WaitingOfProcess {
  std::shared_ptr<const HostView> view;
  std::shared_ptr<const InputStages> stages;  // of the view
  std::vector<AccountWindow> windows;         // of the chosen steps
  std::vector<AccountWindow> between;
  std::vector<DeviceMoments> devices;
};

struct RecordedWaiting {
  std::shared_ptr<const Capture> capture;
  std::vector<WaitingOfProcess> processes;  // those of the capture

  // The step of a window of a process; null: between.
  const HostStep* StepOf(uint32_t process, const AccountWindow& window) const;
};

// `steps` are rows of Capture::steps.
RecordedWaiting FindWaiting(std::shared_ptr<const Capture> capture,
                            const std::vector<uint32_t>& steps,
                            const OwnFiles& own = {});

// The time of a device in a window. The classes and idle time add up to the
// length, as do busy, waiting and idle time.
struct WindowAccount {
  int64_t length_ps = 0;
  std::array<int64_t, kMomentClassCount> of_class = {};
  int64_t idle_ps = 0;
  int64_t busy_ps = 0;
  int64_t waiting_ps = 0;
  int64_t collective_in_flight_ps = 0;
  int64_t collective_hidden_ps = 0;
  int64_t copy_in_flight_ps = 0;
  int64_t copy_hidden_ps = 0;

  WindowAccount& operator+=(const WindowAccount& other);
};

WindowAccount AccountOf(const DeviceMoments& device,
                        const AccountWindow& window);

WindowAccount AccountOf(const DeviceMoments& device,
                        const std::vector<AccountWindow>& windows);

// The exposed time of works with one class, kind and name.
struct OperationAccount {
  WorkClass work_class = WorkClass::kCompute;
  std::string_view kind;
  std::string_view name;
  int64_t exposed_ps = 0;
  uint64_t works = 0;       // that begin in a window
  double in_flight_ps = 0;  // the sum of their lengths
  uint32_t work = kNoRow;   // the first of them, of DeviceWorks
};

// The most exposed first.
std::vector<OperationAccount> AccountByOperation(
    const DeviceWorks& works, const DeviceMoments& device,
    const std::vector<AccountWindow>& windows);

}  // namespace tfprof
