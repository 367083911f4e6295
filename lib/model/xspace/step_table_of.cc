// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_table_of.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/numbers.h"

namespace tfprof {

namespace {

int64_t NanosOf(int64_t ps) { return ps / 1000; }

class RecordedSteps {
 public:
  StepTable Of(std::span<const std::shared_ptr<const Recording>> hosts) && {
    for (const auto& host : hosts) table_.is_whole |= host->steps.empty();
    const std::vector<StepOfHost> of_hosts = StepsOf(hosts);
    size_t count = 0;
    for (size_t i = 0; i < of_hosts.size(); ++i) {
      count += IsNew(hosts, of_hosts, i) ? 1 : 0;
    }
    table_.steps.reserve(count);
    for (size_t i = 0; i < of_hosts.size(); ++i) {
      const Recording::Step& step = of_hosts[i].In(hosts);
      if (IsNew(hosts, of_hosts, i)) {
        table_.steps.emplace_back().step = step.number;
      }
      Add(*hosts[of_hosts[i].host], step);
    }
    return std::move(table_);
  }

 private:
  static bool IsNew(std::span<const std::shared_ptr<const Recording>> hosts,
                    const std::vector<StepOfHost>& of_hosts, size_t i) {
    return i == 0 || of_hosts[i].In(hosts).number !=
                         of_hosts[i - 1].In(hosts).number;
  }

  void Add(const Recording& host, const Recording::Step& recorded) {
    StepTable::Step& step = table_.steps.back();
    const bool is_longest = NanosOf(recorded.length_ps) > step.LengthNs();
    for (const Recording::Step::Use& use : recorded.devices) {
      if (use.count == 0) continue;
      const BusyTime time{NanosOf(use.busy_ps), NanosOf(use.self_ps), use.count,
                          0};
      step.devices.push_back(
          {.time = time, .name = RowOf(host.devices[use.device].name)});
      step.time.sum_ns = WrapAdd(step.time.sum_ns, time.sum_ns);
      step.time.records = WrapAdd(step.time.records, time.records);
    }
    if (!is_longest) return;
    step.start_ns = WrapAdd(host.start_ns, NanosOf(recorded.begin_ps));
    step.end_ns = WrapAdd(step.start_ns, NanosOf(recorded.length_ps));
    step.time.busy_ns = NanosOf(recorded.busy_ps);
    step.parts_ps = recorded.parts_ps;
  }

  uint32_t RowOf(const std::string& device) {
    const auto [found, is_new] = rows_.try_emplace(
        device, static_cast<uint32_t>(table_.device_names.size()));
    if (is_new) table_.device_names.push_back(device);
    return found->second;
  }

  StepTable table_;
  std::map<std::string, uint32_t> rows_;
};

}  // namespace

std::vector<StepOfHost> StepsOf(
    std::span<const std::shared_ptr<const Recording>> hosts) {
  size_t count = 0;
  for (const auto& host : hosts) count += host->steps.size() + 1;
  std::vector<StepOfHost> steps;
  steps.reserve(count);
  for (uint32_t i = 0; i < hosts.size(); ++i) {
    const Recording& host = *hosts[i];
    if (host.steps.empty() && !host.cell_runs.empty()) {
      steps.push_back({i});
    }
    for (uint32_t row = 0; row < host.steps.size(); ++row) {
      steps.push_back({i, row});
    }
  }
  const auto is_before = [&](const StepOfHost& a, const StepOfHost& b) {
    return a.In(hosts).number < b.In(hosts).number;
  };
  if (!std::is_sorted(steps.begin(), steps.end(), is_before)) {
    std::stable_sort(steps.begin(), steps.end(), is_before);
  }
  return steps;
}

StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts) {
  return RecordedSteps().Of(hosts);
}

}  // namespace tfprof
