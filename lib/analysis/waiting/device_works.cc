// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/device_works.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "analysis/waiting/work_classes.h"
#include "base/hash.h"
#include "base/keyed.h"
#include "recorded/busy_operations.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

struct WorkClassWords {
  WorkClass id;
  std::string_view words;
};

constexpr WorkClassWords kWorkClassWords[] = {
    {WorkClass::kCompute, "compute"},
    {WorkClass::kCollective, "collective"},
    {WorkClass::kCopy, "copy"},
};
static_assert(IsKeyedBy(kWorkClassWords, &WorkClassWords::id, 3));

// The call that launched an execution.
uint32_t LaunchOf(const RecordedHost& host, const Executions::Row& row) {
  if (host.devices[row.device].kind != DeviceKind::kTpu) return row.launch;
  return row.run == kNoRow ? kNoRow : host.runs[row.run].launch;
}

}  // namespace

std::string_view WordsOf(WorkClass work_class) {
  return kWorkClassWords[static_cast<size_t>(work_class)].words;
}

DeviceWorks::DeviceWorks(const RecordedHost& host) {
  AddExecutions(host);
  AddOperations(host);
  Sort(host);
  FindOrderOnLanes();
  FindArrivals(host);
  std::vector<TimeSpan> spans;
  spans.reserve(rows_.size());
  bool has_cpu = false;
  for (const DeviceWork& work : rows_) {
    spans.push_back({work.begin_ps, work.end_ps});
    has_cpu = has_cpu || work.event != kNoRow;
  }
  occupied_ = TimeUnion(std::move(spans));
  if (!has_cpu) return;
  work_of_event_.assign(host.events.size(), kNoRow);
  for (uint32_t work = 0; work < rows_.size(); ++work) {
    if (rows_[work].event != kNoRow) work_of_event_[rows_[work].event] = work;
  }
}

void DeviceWorks::AddExecutions(const RecordedHost& host) {
  // By node, name and call: very many works have the same.
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  std::map<Key, DeviceWorkKind> kinds;
  rows_.reserve(host.work.size());
  for (uint32_t row = 0; row < host.work.size(); ++row) {
    const Executions::Row& it = host.work[row];
    const RecordedDevice& device = host.devices[it.device];
    if (it.length_ps() <= 0) continue;
    if (host.is_accelerated && !device.is_accelerator()) continue;
    const RecordedNode& node = host.nodes[it.node];
    DeviceWork work;
    work.begin_ps = it.begin_ps;
    work.end_ps = it.end_ps;
    work.device = it.device;
    work.lane = it.lane;
    work.row = row;
    work.order = it.order;
    if (device.is_accelerator()) {
      work.launch = LaunchOf(host, it);
    } else {
      work.event = it.event;
      work.launch = it.event;
    }
    work.name = host.Text(node.instruction);
    if (work.name.empty()) work.name = host.Text(node.name);
    const bool has_call =
        device.kind == DeviceKind::kGpu && work.launch != kNoRow;
    const Key key{it.node, it.name.value,
                  has_call ? host.events[work.launch].name : kNoRow};
    const auto [kind, is_new] = kinds.try_emplace(key);
    if (is_new) {
      kind->second =
          KindOfWork(host, device.kind, node, host.Text(it.name),
                     has_call ? host.Text(host.events.NameOf(work.launch).text)
                              : std::string_view());
    }
    work.work_class = kind->second.work_class;
    work.kind = kind->second.kind;
    rows_.push_back(work);
  }
}

void DeviceWorks::AddOperations(const RecordedHost& host) {
  constexpr std::string_view kEager = "EagerLocalExecute: ";
  const std::vector<uint32_t> busy = BusyOperationsOf(host);
  rows_.reserve(rows_.size() + busy.size());
  for (const uint32_t event : busy) {
    const HostEvents::Row& it = host.events[event];
    if (it.length_ps() <= 0) continue;
    const std::string_view full = host.Text(host.events.NameOf(event).text);
    const auto named = ParseFrameworkName(full);
    DeviceWork work;
    work.begin_ps = it.begin_ps;
    work.end_ps = it.end_ps;
    work.device = host.FindDevice(DeviceKind::kCpu,
                                  host.events.StatsOf(event).device_ordinal);
    work.lane = it.line;
    work.event = event;
    work.launch = event;
    work.name = named ? named->name : full.substr(kEager.size());
    const DeviceWorkKind kind =
        KindOfWork(host, DeviceKind::kCpu, RecordedNode(), full, {});
    work.work_class = kind.work_class;
    work.kind = kind.kind;
    rows_.push_back(work);
  }
}

// Works of CPUs stand in the file as their events do.
void DeviceWorks::Sort(const RecordedHost& host) {
  const auto place = [&](const DeviceWork& work) {
    return std::tuple(host.lines[work.lane].plane,
                      work.event != kNoRow ? work.event : work.order);
  };
  std::vector<uint32_t> in_file(rows_.size());
  std::iota(in_file.begin(), in_file.end(), 0u);
  std::sort(in_file.begin(), in_file.end(), [&](uint32_t a, uint32_t b) {
    return place(rows_[a]) < place(rows_[b]);
  });
  std::vector<uint32_t> order(rows_.size());
  for (uint32_t i = 0; i < in_file.size(); ++i) order[in_file[i]] = i;
  for (uint32_t i = 0; i < rows_.size(); ++i) rows_[i].order = order[i];
  std::sort(rows_.begin(), rows_.end(),
            [](const DeviceWork& a, const DeviceWork& b) {
              return std::tie(a.device, a.begin_ps, a.end_ps, a.order) <
                     std::tie(b.device, b.begin_ps, b.end_ps, b.order);
            });
}

void DeviceWorks::FindOrderOnLanes() {
  tsl::robin_map<uint32_t, uint32_t, IntHash> last_on_lane;
  uint32_t device = kNoRow;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    DeviceWork& work = rows_[row];
    if (work.device != device) last_on_lane.clear();
    device = work.device;
    const auto [last, is_first] = last_on_lane.insert({work.lane, row});
    if (is_first) continue;
    if (rows_[last->second].end_ps <= work.begin_ps) work.before = last->second;
    last.value() = row;
  }
}

void DeviceWorks::FindArrivals(const RecordedHost& host) {
  // Executions belong together by run and their number within it, else by
  // their number counted from the last. The number from the last comes first.
  using Key = std::tuple<std::string_view, std::optional<int64_t>, int64_t>;
  std::map<Key, std::vector<uint32_t>> meetings;
  for (uint32_t first = 0; first < rows_.size();) {
    uint32_t end = first;
    std::map<std::string_view, std::vector<uint32_t>> of_name;
    for (; end < rows_.size() && rows_[end].device == rows_[first].device;
         ++end) {
      if (rows_[end].work_class != WorkClass::kCollective) continue;
      of_name[rows_[end].name].push_back(end);
    }
    for (const auto& [name, works] : of_name) {
      std::map<int64_t, int64_t> in_run;
      for (size_t i = 0; i < works.size(); ++i) {
        const uint32_t row = rows_[works[i]].row;
        const uint32_t run = row == kNoRow ? kNoRow : host.work[row].run;
        const std::optional<int64_t> run_id =
            run == kNoRow ? std::nullopt : host.runs[run].run_id;
        const int64_t number = run_id ? in_run[*run_id]++
                                      : static_cast<int64_t>(i) -
                                            static_cast<int64_t>(works.size());
        meetings[{name, run_id, number}].push_back(works[i]);
      }
    }
    first = end;
  }
  for (const auto& [key, works] : meetings) {
    if (works.size() < 2) continue;
    const bool is_of_several =
        rows_[works.front()].device != rows_[works.back()].device;
    if (!is_of_several) continue;
    const uint32_t last = *std::max_element(
        works.begin(), works.end(), [&](uint32_t a, uint32_t b) {
          return std::tie(rows_[a].begin_ps, rows_[b].order) <
                 std::tie(rows_[b].begin_ps, rows_[a].order);
        });
    if (last_arrival_.empty()) last_arrival_.assign(rows_.size(), kNoRow);
    for (const uint32_t work : works) {
      if (work != last) last_arrival_[work] = last;
    }
  }
}

}  // namespace tfprof
