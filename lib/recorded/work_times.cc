// SPDX-License-Identifier: Apache-2.0
// Moving clocks, clipping kernels, nesting, and what devices were busy with.
#include <algorithm>
#include <functional>
#include <tuple>

#include "recorded/nesting.h"
#include "recorded/work_parts.h"

namespace tfprof {

namespace {

// Calls `take(rows)` for the rows of each lane. Rows of a lane stand together.
template <typename Take>
void ForEachLane(const Executions& work, Take take) {
  for (uint32_t first = 0; first < work.size();) {
    uint32_t end = first + 1;
    while (end < work.size() && work[end].device == work[first].device &&
           work[end].lane == work[first].lane) {
      ++end;
    }
    take(first, end);
    first = end;
  }
}

// How far a device's clock has to go on so that nothing runs before its launch,
// but for one in a hundred.
int64_t NeedOf(std::vector<int64_t>& needs) {
  if (needs.empty()) return 0;
  const auto at = needs.begin() + static_cast<int64_t>(needs.size() / 100);
  std::nth_element(needs.begin(), at, needs.end(), std::greater<>());
  return std::max<int64_t>(*at, 0);
}

}  // namespace

void MoveClocks(RecordedHost& host) {
  std::vector<std::vector<int64_t>> needs(host.devices.size());
  const auto add = [&](uint32_t device, uint32_t launch, int64_t begin_ps) {
    if (launch == kNoRow) return;
    needs[device].push_back(host.events[launch].begin_ps - begin_ps);
  };
  for (const Executions::Row& row : host.work.rows) {
    if (host.devices[row.device].kind != DeviceKind::kGpu) continue;
    add(row.device, row.launch, row.begin_ps);
  }
  for (const ProgramRun& run : host.runs) {
    if (host.devices[run.device].kind != DeviceKind::kTpu) continue;
    add(run.device, run.launch, run.begin_ps);
  }
  bool has_moved = false;
  for (size_t device = 0; device < needs.size(); ++device) {
    const int64_t need_ps = NeedOf(needs[device]);
    if (need_ps == 0) continue;
    host.devices[device].clock_moved_ps = need_ps;
    host.Note("device clock moved", 1, need_ps);
    has_moved = true;
  }
  if (!has_moved) return;
  for (Executions::Row& row : host.work.rows) {
    row.begin_ps += host.devices[row.device].clock_moved_ps;
    row.end_ps += host.devices[row.device].clock_moved_ps;
  }
  for (ProgramRun& run : host.runs) {
    run.begin_ps += host.devices[run.device].clock_moved_ps;
    run.end_ps += host.devices[run.device].clock_moved_ps;
  }
  for (DeviceStepPart& part : host.device_steps) {
    part.begin_ps += host.devices[part.device].clock_moved_ps;
  }
  for (RecordedHost::AsyncWork& row : host.async_work) {
    row.begin_ps += host.devices[row.device].clock_moved_ps;
    row.end_ps += host.devices[row.device].clock_moved_ps;
  }
}

void ClipKernels(RecordedHost& host, const WorkParts& parts) {
  std::vector<Executions::Row>& rows = host.work.rows;
  std::vector<uint32_t> order;
  ForEachLane(host.work, [&](uint32_t first, uint32_t end) {
    RecordedDevice& device = host.devices[rows[first].device];
    if (device.kind != DeviceKind::kGpu) return;
    order.resize(end - first);
    for (uint32_t i = first; i < end; ++i) order[i - first] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::tie(rows[a].begin_ps, rows[a].end_ps, a) <
             std::tie(rows[b].begin_ps, rows[b].end_ps, b);
    });
    for (size_t i = 0; i + 1 < order.size(); ++i) {
      Executions::Row& row = rows[order[i]];
      const Executions::Row& next = rows[order[i + 1]];
      const uint64_t graph = parts.extras[order[i]].cuda_graph_id();
      const bool is_branch =
          graph != 0 && graph == parts.extras[order[i + 1]].cuda_graph_id();
      if (is_branch || row.end_ps <= next.begin_ps) continue;
      ++device.clipped;
      device.clipped_ps += row.end_ps - next.begin_ps;
      row.end_ps = next.begin_ps;
    }
  });
  std::vector<int64_t> sums_ps(host.devices.size(), 0);
  for (const Executions::Row& row : rows) {
    sums_ps[row.device] += row.length_ps();
  }
  for (size_t i = 0; i < host.devices.size(); ++i) {
    const RecordedDevice& device = host.devices[i];
    if (device.clipped_ps <= sums_ps[i] / 100) continue;
    host.Note("kernels over the next", device.clipped, device.clipped_ps);
  }
}

void NestDevices(RecordedHost& host) {
  std::vector<Executions::Row>& rows = host.work.rows;
  std::vector<std::vector<TimeSpan>> busy(host.devices.size());
  std::vector<std::vector<TimeSpan>> occupied(host.devices.size());
  std::vector<NestedSpan> spans;
  ForEachLane(host.work, [&](uint32_t first, uint32_t end) {
    const uint32_t device = rows[first].device;
    const DeviceKind kind = host.devices[device].kind;
    if (kind == DeviceKind::kCpu) return;
    for (uint32_t i = first; i < end; ++i) {
      rows[i].self_ps = rows[i].length_ps();
      occupied[device].push_back({rows[i].begin_ps, rows[i].end_ps});
    }
    if (kind == DeviceKind::kGpu) {
      busy[device].insert(busy[device].end(),
                          occupied[device].end() - (end - first),
                          occupied[device].end());
      return;
    }
    spans.clear();
    for (uint32_t i = first; i < end; ++i) {
      spans.push_back({{rows[i].begin_ps, rows[i].end_ps}, i});
    }
    Nest(spans);
    for (const NestedSpan& span : spans) {
      rows[span.id].self_ps = span.self_ps;
      if (span.parent != NestedSpan::kNoParent) {
        rows[span.id].parent = spans[span.parent].id;
      }
    }
    ForEachOwnMoment(
        spans, [&](size_t i) { return spans[i].span.end_ps; },
        [&](size_t i, const TimeSpan& moments) {
          if (!rows[spans[i].id].is_wait) busy[device].push_back(moments);
        });
  });
  for (size_t i = 0; i < host.devices.size(); ++i) {
    RecordedDevice& device = host.devices[i];
    if (!device.is_accelerator()) continue;
    device.busy = TimeUnion(std::move(busy[i]));
    device.occupied = TimeUnion(std::move(occupied[i]));
    host.is_accelerated = host.is_accelerated || !device.occupied.empty();
  }
}

namespace {

// Devices by kind and number.
void SortDevices(RecordedHost& host) {
  std::vector<uint32_t> order(host.devices.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(host.devices[a].kind, host.devices[a].number) <
           std::tie(host.devices[b].kind, host.devices[b].number);
  });
  if (std::is_sorted(order.begin(), order.end())) return;
  std::vector<RecordedDevice> sorted;
  std::vector<uint32_t> place(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(std::move(host.devices[order[i]]));
    host.row_of_device[{sorted.back().kind, sorted.back().number}] = i;
  }
  host.devices = std::move(sorted);
  const auto move = [&](uint32_t& device) {
    if (device != kNoRow) device = place[device];
  };
  for (Executions::Row& row : host.work.rows) move(row.device);
  for (ProgramRun& run : host.runs) move(run.device);
  for (DeviceStepPart& part : host.device_steps) move(part.device);
  for (RecordedHost::Operation& row : host.operations) move(row.device);
  for (RecordedHost::AsyncWork& row : host.async_work) move(row.device);
}

void NoteMissingWork(RecordedHost& host) {
  uint64_t accelerators = 0;
  bool has_accelerator_work = false;
  for (const Executions::Row& row : host.work.rows) {
    has_accelerator_work |= host.devices[row.device].is_accelerator();
  }
  for (const RecordedDevice& device : host.devices) {
    accelerators += device.is_accelerator() ? 1 : 0;
  }
  if (accelerators > 0 && !has_accelerator_work) {
    host.Note("accelerators without work", accelerators);
  }
  if (host.has_jit_calls && host.work.size() == 0) {
    host.Note("work is not recorded");
  }
}

}  // namespace

void FinishWork(RecordedHost& host, WorkParts& parts) {
  if (parts.impossible_events > 0) {
    host.Note("impossible events", parts.impossible_events);
  }
  NoteMissingWork(host);
  MakeTpuRuns(host, parts);
  const RunEnds ends = FindRunEnds(host);
  MakeCpuRuns(host, ends);
  MoveClocks(host);
  ClipKernels(host, parts);
  NestDevices(host);
  FinishThreads(host, ends);
  ForEachLane(host.work, [&](uint32_t first, uint32_t end) {
    RecordedDevice& device = host.devices[host.work[first].device];
    ++device.lanes;
    device.records += end - first;
    for (uint32_t i = first; i < end; ++i) {
      device.self_ps += host.work[i].self_ps;
    }
  });
  SortDevices(host);
}

}  // namespace tfprof
