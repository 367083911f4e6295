// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_table_of.h"

#include <map>
#include <string>

#include "base/numbers.h"

namespace tfprof {

namespace {

int64_t NanosOf(int64_t ps) { return ps / 1000; }

class RecordedSteps {
 public:
  void Add(const Recording& host) {
    if (host.steps.empty()) {
      table_.is_whole = true;
      if (!host.cell_runs.empty()) Add(host, host.whole);
      return;
    }
    for (const Recording::Step& step : host.steps) Add(host, step);
  }

  StepTable Finish() && {
    for (auto& [number, step] : steps_) table_.steps.push_back(std::move(step));
    return std::move(table_);
  }

 private:
  void Add(const Recording& host, const Recording::Step& recorded) {
    StepTable::Step& step = steps_[recorded.number];
    step.step = recorded.number;
    const bool is_longest = NanosOf(recorded.length_ps) > step.LengthNs();
    for (size_t i = 0; i < recorded.devices.size(); ++i) {
      const Recording::Step::Use& use = recorded.devices[i];
      if (use.count == 0) continue;
      const BusyTime time{NanosOf(use.busy_ps), NanosOf(use.self_ps), use.count,
                          0};
      step.devices.push_back({RowOf(host.devices[i].name), time});
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
  std::map<int64_t, StepTable::Step> steps_;
  std::map<std::string, uint32_t> rows_;
};

}  // namespace

StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts) {
  RecordedSteps steps;
  for (const auto& host : hosts) steps.Add(*host);
  return std::move(steps).Finish();
}

}  // namespace tfprof
