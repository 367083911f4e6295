// SPDX-License-Identifier: Apache-2.0
// Makes the tables of a recording by hand. Times are in units of `kUs`.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recorded/recorded_host.h"

namespace tfprof {

inline constexpr int64_t kUs = 1'000'000;  // in ps

class RecordedMaker {
 public:
  // An event of a host thread. Events of a thread are added in order of begin,
  // the longest first.
  uint32_t Event(uint32_t line, std::string_view name, int64_t begin,
                 int64_t end) {
    HostEvents& events = host_.events;
    const auto row = static_cast<uint32_t>(events.rows.size());
    HostEvents::Row event;
    event.begin_ps = begin * kUs;
    event.end_ps = end * kUs;
    event.name = NameOf(name);
    event.line = line;
    if (line != line_) open_.clear();
    line_ = line;
    while (!open_.empty() && !Holds(events[open_.back()], event)) {
      open_.pop_back();
    }
    if (!open_.empty()) event.parent = open_.back();
    events.rows.push_back(event);
    open_.push_back(row);
    if (events.names[event.name].is_jit_call) calls_.push_back(row);
    return row;
  }

  HostEvents::Stats& StatsOf(uint32_t event) {
    HostEvents& events = host_.events;
    uint32_t& row = events.rows[event].stats;
    if (row == HostEvents::kNone) {
      row = static_cast<uint32_t>(events.stats.size());
      events.stats.emplace_back();
    }
    return events.stats[row];
  }

  // A marker of a step.
  uint32_t Marker(uint32_t line, std::string_view name, int64_t number,
                  int64_t begin, int64_t end) {
    const uint32_t event = Event(line, name, begin, end);
    StatsOf(event).has |= HostEvents::kStepNum;
    StatsOf(event).step_num = number;
    return event;
  }

  // `producer` causes `consumer`.
  void Link(uint32_t producer, uint32_t consumer) {
    StatsOf(producer).produces = static_cast<uint32_t>(links_.size());
    StatsOf(consumer).consumes = static_cast<uint32_t>(links_.size());
    links_.emplace_back(producer, consumer);
  }

  uint32_t Device(DeviceKind kind, int64_t number = 0) {
    RecordedDevice& device = host_.devices.emplace_back();
    device.kind = kind;
    device.number = number;
    device.name = (kind == DeviceKind::kCpu   ? "/device:cpu:"
                   : kind == DeviceKind::kGpu ? "/device:gpu:"
                                              : "/device:tpu:") +
                  std::to_string(number);
    return static_cast<uint32_t>(host_.devices.size() - 1);
  }

  uint32_t Node(std::string_view name, std::string_view program = "",
                std::string_view instruction = "") {
    RecordedNode& node = host_.nodes.emplace_back();
    node.name = Text(name);
    node.type = Text("Kernel");
    node.program = Text(program);
    node.instruction = Text(instruction);
    return static_cast<uint32_t>(host_.nodes.size() - 1);
  }

  // Work of a device, added by device and lane.
  uint32_t Work(uint32_t device, int64_t begin, int64_t end, uint32_t node,
                uint32_t launch = kNoRow) {
    Executions::Row row;
    row.begin_ps = begin * kUs;
    row.end_ps = end * kUs;
    row.self_ps = row.length_ps();
    row.device = device;
    row.lane = 100 + device;
    row.node = node;
    row.name = host_.nodes[node].name;
    row.launch = launch;
    row.order = static_cast<uint32_t>(host_.work.rows.size());
    host_.work.rows.push_back(row);
    return row.order;
  }

  // Gives work the number of a group.
  void Group(uint32_t work, int64_t number) {
    const auto found =
        std::find(host_.groups.begin(), host_.groups.end(), number);
    host_.work.rows[work].group =
        static_cast<uint32_t>(found - host_.groups.begin());
    if (found == host_.groups.end()) host_.groups.push_back(number);
  }

  uint32_t Run(uint32_t device, std::string_view module,
               const std::vector<uint32_t>& work, uint32_t launch = kNoRow) {
    ProgramRun run;
    run.device = device;
    run.module = Text(module);
    run.launch = launch;
    run.begin_ps = INT64_MAX;
    run.end_ps = INT64_MIN;
    run.first = static_cast<uint32_t>(host_.work_of_runs.size());
    for (const uint32_t row : work) {
      Executions::Row& of = host_.work.rows[row];
      of.run = static_cast<uint32_t>(host_.runs.size());
      run.begin_ps = std::min(run.begin_ps, of.begin_ps);
      run.end_ps = std::max(run.end_ps, of.end_ps);
      host_.work_of_runs.push_back(row);
    }
    run.end = static_cast<uint32_t>(host_.work_of_runs.size());
    host_.runs.push_back(run);
    return static_cast<uint32_t>(host_.runs.size() - 1);
  }

  // A part of the line of steps of a device, in order of begin.
  void Part(uint32_t device, std::string_view label, int64_t begin,
            int64_t length, std::optional<int64_t> group = {}) {
    host_.device_steps.push_back(
        {device, group, Text(label), begin * kUs, length * kUs});
  }

  // Work of a CPU stands among the host's events.
  void OfEvent(uint32_t work, uint32_t event) {
    host_.work.rows[work].event = event;
  }

  RecordedHost& host() { return host_; }

  std::shared_ptr<RecordedHost> Finish(std::string_view host = "worker") {
    host_.host = host;
    host_.file_stem = host;
    for (const auto& [producer, consumer] : links_) {
      host_.events.producers.AddRow(std::vector{producer});
      host_.events.consumers.AddRow(std::vector{consumer});
    }
    int64_t end_ps = INT64_MIN;
    uint32_t line = HostEvents::kNone;
    for (const uint32_t call : calls_) {
      const HostEvents::Row& event = host_.events[call];
      if (event.line == line && event.begin_ps < end_ps) continue;
      line = event.line;
      end_ps = event.end_ps;
      host_.jit_calls.push_back(call);
    }
    std::stable_sort(host_.jit_calls.begin(), host_.jit_calls.end(),
                     [&](uint32_t a, uint32_t b) {
                       return host_.events[a].begin_ps <
                              host_.events[b].begin_ps;
                     });
    FinishDevices();
    return std::make_shared<RecordedHost>(std::move(host_));
  }

 private:
  static bool Holds(const HostEvents::Row& outer,
                    const HostEvents::Row& inner) {
    return outer.begin_ps <= inner.begin_ps && inner.end_ps <= outer.end_ps;
  }

  StringId Text(std::string_view text) { return host_.strings.Intern(text); }

  uint32_t NameOf(std::string_view text) {
    const StringId id = Text(text);
    for (uint32_t row = 0; row < host_.events.names.size(); ++row) {
      if (host_.events.names[row].text == id) return row;
    }
    HostEvents::Name& name = host_.events.names.emplace_back();
    name.text = id;
    name.is_python = text.starts_with("$");
    name.is_pool = text.starts_with("ThreadpoolListener");
    name.is_compile = text.starts_with("backend_compile");
    name.is_jit_call =
        text.starts_with("PjitFunction(") || text.starts_with("PmapFunction(");
    name.is_function_run =
        text == "FunctionRun" || text == "SessionRun" || text == "RunGraph";
    return static_cast<uint32_t>(host_.events.names.size() - 1);
  }

  void FinishDevices() {
    for (uint32_t device = 0; device < host_.devices.size(); ++device) {
      std::vector<TimeSpan> busy;
      std::vector<TimeSpan> occupied;
      for (const Executions::Row& row : host_.work.rows) {
        if (row.device != device) continue;
        host_.devices[device].records += 1;
        host_.devices[device].self_ps += row.self_ps;
        occupied.push_back({row.begin_ps, row.end_ps});
        if (!row.is_wait) busy.push_back({row.begin_ps, row.end_ps});
        host_.is_accelerated |= host_.devices[device].is_accelerator();
      }
      host_.devices[device].busy = TimeUnion(std::move(busy));
      host_.devices[device].occupied = TimeUnion(std::move(occupied));
    }
  }

  RecordedHost host_;
  std::vector<std::pair<uint32_t, uint32_t>> links_;
  std::vector<uint32_t> open_;  // of line_
  std::vector<uint32_t> calls_;
  uint32_t line_ = HostEvents::kNone;
};

}  // namespace tfprof
