// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_table_of.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "base/numbers.h"

namespace tfprof {

namespace {

int64_t NanosOf(int64_t ps) { return ps / 1000; }

class RecordedStepTable {
 public:
  StepTable Of(std::span<const std::shared_ptr<const Recording>> hosts) && {
    for (const auto& host : hosts) {
      table_.is_whole |= host->steps.empty();
      if (host->series != nullptr) table_.series = *host->series;
    }
    bool has_step = false;
    StepTable::Step step;
    ForEachStep(hosts, [&](size_t host, const Recording::Step& recorded) {
      if (has_step && step.step != recorded.number) {
        table_.steps.push_back(std::exchange(step, {}));
      }
      has_step = true;
      step.step = recorded.number;
      step.has_compiled =
          table_.series &&
          std::binary_search(table_.series->compiled.begin(),
                             table_.series->compiled.end(), recorded.number);
      Add(*hosts[host], recorded, step);
    });
    if (has_step) table_.steps.push_back(std::move(step));
    return std::move(table_);
  }

 private:
  void Add(const Recording& host, const Recording::Step& recorded,
           StepTable::Step& step) {
    const bool is_longest = NanosOf(recorded.length_ps) > step.LengthNs();
    for (const Recording::Step::Use& use : recorded.devices) {
      const Recording::Device& device = host.devices[use.device];
      const bool is_host = device.kind == Recording::Device::Kind::kHost;
      // That a device idled is worth saying; a host beside accelerators is none.
      if (host.series == nullptr ? use.count == 0
                                 : is_host && !device.is_used) {
        continue;
      }
      const BusyTime time{NanosOf(use.busy_ps), NanosOf(use.self_ps), use.count,
                          0};
      step.devices.push_back(
          {.time = time,
           .name = RowOf(host.devices[use.device].name),
           .length_ns = NanosOf(recorded.length_ps),
           .is_used = device.is_used});
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

void ForEachStep(
    std::span<const std::shared_ptr<const Recording>> hosts,
    const std::function<void(size_t host, const Recording::Step& step)>& take) {
  using Steps = KeyedRows<Recording::Step>;
  // Each host's next step: its number, the host.
  using Next = std::pair<int64_t, size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  std::vector<Steps::const_iterator> at;  // by host
  at.reserve(hosts.size());
  for (size_t host = 0; host < hosts.size(); ++host) {
    const Recording& recording = *hosts[host];
    at.push_back(recording.steps.begin());
    if (!recording.steps.empty()) {
      next.emplace(at[host]->number, host);
    } else if (!recording.cell_runs.empty()) {
      next.emplace(recording.whole.number, host);
    }
  }
  while (!next.empty()) {
    const size_t host = next.top().second;
    next.pop();
    const Recording& recording = *hosts[host];
    if (recording.steps.empty()) {
      take(host, recording.whole);
      continue;
    }
    take(host, *at[host]);
    if (++at[host] != recording.steps.end()) {
      next.emplace(at[host]->number, host);
    }
  }
}

StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts) {
  return RecordedStepTable().Of(hosts);
}

}  // namespace tfprof
