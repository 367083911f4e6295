// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_waiting.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

const HostStep* RecordedWaiting::StepOf(uint32_t process,
                                        const AccountWindow& window) const {
  if (window.step == kNoRow) return nullptr;
  return &capture->processes[process].steps.steps[window.step];
}

RecordedWaiting FindWaiting(std::shared_ptr<const Capture> capture,
                            const std::vector<uint32_t>& steps,
                            const OwnFiles& own) {
  RecordedWaiting found;
  found.capture = std::move(capture);
  for (uint32_t i = 0; i < found.capture->processes.size(); ++i) {
    WaitingOfProcess& process = found.processes.emplace_back();
    process.view =
        std::make_shared<const HostView>(found.capture->processes[i].host, own);
    process.stages = std::make_shared<const InputStages>(*process.view);
    process.windows = WindowsOf(*found.capture, i, steps);
    process.between = TimeBetween(process.windows);
    process.devices = FindDeviceMoments(*process.view);
  }
  return found;
}

WindowAccount& WindowAccount::operator+=(const WindowAccount& other) {
  length_ps += other.length_ps;
  for (size_t i = 0; i < kMomentClassCount; ++i)
    of_class[i] += other.of_class[i];
  idle_ps += other.idle_ps;
  busy_ps += other.busy_ps;
  waiting_ps += other.waiting_ps;
  collective_in_flight_ps += other.collective_in_flight_ps;
  collective_hidden_ps += other.collective_hidden_ps;
  copy_in_flight_ps += other.copy_in_flight_ps;
  copy_hidden_ps += other.copy_hidden_ps;
  return *this;
}

WindowAccount AccountOf(const DeviceMoments& device,
                        const AccountWindow& window) {
  const auto in = [&](const TimeUnion& moments) {
    return moments.LengthPsIn(window.begin_ps, window.end_ps);
  };
  WindowAccount account;
  account.length_ps = window.length_ps();
  account.idle_ps = account.length_ps - in(device.occupied);
  for (size_t i = 0; i < kMomentClassCount; ++i) {
    account.of_class[i] = in(device.classes[i]);
  }
  account.busy_ps = in(device.busy);
  account.waiting_ps = account.length_ps - account.idle_ps - account.busy_ps;
  account.collective_in_flight_ps = in(device.collectives.all);
  account.collective_hidden_ps = in(device.collectives.hidden);
  account.copy_in_flight_ps = in(device.copies.all);
  account.copy_hidden_ps = in(device.copies.hidden);
  assert(std::accumulate(account.of_class.begin(), account.of_class.end(),
                         account.idle_ps) == account.length_ps);
  return account;
}

WindowAccount AccountOf(const DeviceMoments& device,
                        const std::vector<AccountWindow>& windows) {
  WindowAccount sum;
  for (const AccountWindow& window : windows) sum += AccountOf(device, window);
  return sum;
}

std::vector<OperationAccount> AccountByOperation(
    const DeviceWorks& works, const DeviceMoments& device,
    const std::vector<AccountWindow>& windows) {
  const WindowCover cover(windows);
  // Most works share the storage of their names, so that few are compared.
  tsl::robin_map<uint64_t, std::vector<OperationAccount>, IntHash> by_name;
  const auto row_of = [&](uint32_t row_of_work) -> OperationAccount& {
    const DeviceWork& work = works[row_of_work];
    std::vector<OperationAccount>& rows =
        by_name[reinterpret_cast<uintptr_t>(work.name.data())];
    const auto found = std::find_if(
        rows.begin(), rows.end(), [&](const OperationAccount& row) {
          return row.name.size() == work.name.size() &&
                 row.work_class == work.work_class && row.kind == work.kind;
        });
    if (found != rows.end()) return *found;
    return rows.emplace_back(OperationAccount{.work_class = work.work_class,
                                              .kind = work.kind,
                                              .name = work.name,
                                              .work = row_of_work});
  };
  for (const Moment& moment : *device.owners) {
    const int64_t exposed_ps = cover.LengthPsIn(moment.begin_ps, moment.end_ps);
    if (exposed_ps > 0) row_of(moment.work).exposed_ps += exposed_ps;
  }
  for (const uint32_t work : device.works) {
    const int64_t times = cover.WindowsAt(works[work].begin_ps);
    if (times <= 0) continue;
    OperationAccount& row = row_of(work);
    row.works += static_cast<uint64_t>(times);
    row.in_flight_ps +=
        static_cast<double>(times) *
        static_cast<double>(works[work].end_ps - works[work].begin_ps);
  }
  using Key = std::tuple<WorkClass, std::string_view, std::string_view>;
  std::map<Key, OperationAccount> merged;
  for (const auto& [storage, rows] : by_name) {
    for (const OperationAccount& row : rows) {
      OperationAccount& to = merged[{row.work_class, row.kind, row.name}];
      to.work_class = row.work_class;
      to.kind = row.kind;
      to.name = row.name;
      to.exposed_ps += row.exposed_ps;
      to.works += row.works;
      to.in_flight_ps += row.in_flight_ps;
      to.work = std::min(to.work, row.work);
    }
  }
  std::vector<OperationAccount> sorted;
  for (const auto& [key, row] : merged) sorted.push_back(row);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const OperationAccount& a, const OperationAccount& b) {
                     return a.exposed_ps > b.exposed_ps;
                   });
  return sorted;
}

}  // namespace tfprof
