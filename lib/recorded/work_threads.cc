// SPDX-License-Identifier: Apache-2.0
// The work of threads: instructions of XLA, whose ends may come after their
// events, and operations of TensorFlow if no accelerator has work.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "recorded/busy_operations.h"
#include "recorded/nesting.h"
#include "recorded/work_parts.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

bool IsOneOf(std::string_view text,
             std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// "while", "call.3": what it holds has events of its own.
bool HoldsOthers(std::string_view instruction) {
  return IsOneOf(instruction.substr(0, instruction.find('.')),
                 {"while", "call", "conditional"}) &&
         IsOneOf(WithoutNumber(instruction), {"while", "call", "conditional"});
}

// A moment of a run on a thread.
using RunOnLine =
    std::tuple<uint32_t, int64_t, std::optional<int64_t>>;  // line, run, device

class ThreadEnds {
 public:
  ThreadEnds(RecordedHost& host, const RunEnds& ends)
      : host_(host), ends_of_runs_(ends) {}

  // Moves the ends of instructions to where they ended in truth (4.6).
  void Find() {
    IndexBegins();
    IndexEndEvents();
    for (uint32_t row = 0; row < host_.work.size(); ++row) {
      if (IsCpu(row)) Move(row);
    }
  }

 private:
  bool IsCpu(uint32_t row) const {
    return !host_.devices[host_.work[row].device].is_accelerator();
  }

  void IndexBegins() {
    for (uint32_t row = 0; row < host_.work.size(); ++row) {
      const auto run_id = RunIdOf(host_, row);
      if (!run_id) continue;
      begins_[{host_.work[row].lane, *run_id, OrdinalOf(host_, row)}].push_back(
          host_.work[row].begin_ps);
    }
    for (auto& [key, begins] : begins_) std::sort(begins.begin(), begins.end());
  }

  // By link: the last event "end: NAME" that consumes it.
  void IndexEndEvents() {
    end_events_.resize(host_.events.consumers.size(), kNoRow);
    for (uint32_t row = 0; row < host_.events.size(); ++row) {
      if (!host_.events.NameOf(row).is_end) continue;
      const uint32_t link = host_.events.StatsOf(row).consumes;
      if (link != kNoRow) end_events_[link] = row;
    }
  }

  // The event "end: NAME" of an instruction; kNoRow: it has none.
  uint32_t EndEventOf(uint32_t row) const {
    const uint32_t link = host_.events.StatsOf(host_.work[row].event).produces;
    return link == kNoRow ? kNoRow : end_events_[link];
  }

  void Move(uint32_t row) {
    Executions::Row& it = host_.work.rows[row];
    const auto run_id = RunIdOf(host_, row);
    if (!run_id || *run_id == -1) return;
    const uint32_t end_event = EndEventOf(row);
    if (end_event == kNoRow) return;
    const HostEvents::Row& late = host_.events[end_event];
    const std::string_view instruction =
        host_.Text(host_.nodes[it.node].instruction);
    if (late.begin_ps <= it.end_ps || HoldsOthers(instruction)) return;
    const auto over =
        ends_of_runs_.find({*run_id, OrdinalOf(host_, row).value_or(0)});
    const bool has_end = over != ends_of_runs_.end();
    int64_t then_ps = has_end ? late.begin_ps : it.end_ps;
    const auto begins =
        begins_.find({late.line, *run_id, OrdinalOf(host_, row)});
    if (begins != begins_.end()) {
      const auto next = std::lower_bound(begins->second.begin(),
                                         begins->second.end(), it.end_ps);
      if (next != begins->second.end() && *next < late.begin_ps)
        then_ps = *next;
    }
    if (has_end) then_ps = std::min(then_ps, over->second);
    then_ps = std::max(then_ps, it.end_ps);
    it.self_ps += then_ps - it.end_ps;
    it.end_ps = then_ps;
  }

  RecordedHost& host_;
  std::map<RunOnLine, std::vector<int64_t>> begins_;
  const RunEnds& ends_of_runs_;
  std::vector<uint32_t> end_events_;
};

// Operations of TensorFlow on a thread that a CPU is busy with (1.3): rows of
// events in [first, end).
std::vector<uint32_t> FindBusyOperations(const RecordedHost& host,
                                         const RecordedHost::Line& line) {
  std::vector<uint32_t> found;
  if (host.Text(line.name).starts_with("tf_data")) return found;
  const uint32_t count = line.end - line.first;
  // By event of the line: whether it lies in the input pipeline, and whether
  // an operation lies in it.
  std::vector<bool> is_input(count, false), is_around(count, false);
  std::vector<uint32_t> eager;
  const HostEvents& events = host.events;
  for (uint32_t row = line.first; row < line.end; ++row) {
    const HostEvents::Row& it = events[row];
    const HostEvents::Name& name = events.NameOf(row);
    const bool is_below =
        it.parent != kNoRow && is_input[it.parent - line.first];
    is_input[row - line.first] = name.is_input || is_below;
    const bool is_instruction = events.StatsOf(row).Is(HostEvents::kHloOp);
    bool is_operation = false;
    if (it.end_ps > it.begin_ps && !is_input[row - line.first]) {
      const std::string_view text = host.Text(name.text);
      const auto named = name.is_operation ? ParseFrameworkName(text)
                                           : std::optional<FrameworkName>();
      is_operation =
          named && !is_instruction &&
          !IsOneOf(named->type, {"_Recv", "_Send", "_HostRecv", "_HostSend",
                                 "PyFunc", "EagerPyFunc"});
      if (is_operation) {
        found.push_back(row);
      } else if (name.is_eager &&
                 !text.starts_with("EagerLocalExecute: __inference") &&
                 !text.starts_with("EagerLocalExecute: _Eager")) {
        eager.push_back(row);
      }
    }
    if (!is_operation && !is_instruction) continue;
    for (uint32_t up = it.parent; up != kNoRow && !is_around[up - line.first];
         up = events[up].parent) {
      is_around[up - line.first] = true;
    }
  }
  for (const uint32_t row : eager) {
    if (!is_around[row - line.first]) found.push_back(row);
  }
  return found;
}

// The works of a thread, and what else a CPU is busy with there.
struct ThreadWork {
  std::vector<uint32_t> works;       // rows of work
  std::vector<uint32_t> operations;  // rows of events
};

// Nests a thread. Works inside of operations keep their own self time.
void NestThread(RecordedHost& host, const ThreadWork& thread,
                std::vector<NestedSpan>& spans) {
  std::vector<Executions::Row>& rows = host.work.rows;
  spans.clear();
  for (const uint32_t row : thread.works) {
    spans.push_back({{rows[row].begin_ps, rows[row].end_ps}, row});
  }
  Nest(spans);
  for (const NestedSpan& span : spans) {
    rows[span.id].self_ps = span.self_ps;
    if (span.parent != NestedSpan::kNoParent) {
      rows[span.id].parent = spans[span.parent].id;
    }
  }
  if (thread.operations.empty()) return;
  const auto work_count = static_cast<uint32_t>(rows.size());
  std::sort(
      spans.begin(), spans.end(),
      [](const NestedSpan& a, const NestedSpan& b) { return a.id < b.id; });
  for (const uint32_t event : thread.operations) {
    spans.push_back({{host.events[event].begin_ps, host.events[event].end_ps},
                     work_count + event});
  }
  Nest(spans);
}

using Threads = std::map<uint32_t, ThreadWork>;  // by line

Threads FindThreads(const RecordedHost& host) {
  Threads threads;
  for (uint32_t row = 0; row < host.work.size(); ++row) {
    if (host.devices[host.work[row].device].is_accelerator()) continue;
    threads[host.work[row].lane].works.push_back(row);
  }
  if (host.is_accelerated) return threads;
  for (uint32_t line = 0; line < host.lines.size(); ++line) {
    if (host.lines[line].first == host.lines[line].end) continue;
    std::vector<uint32_t> found = FindBusyOperations(host, host.lines[line]);
    std::erase_if(found, [&](uint32_t row) {
      const HostEvents::Row& it = host.events[row];
      return it.length_ps() > kMostWorkPs || it.begin_ps > kMostWorkPs ||
             it.begin_ps < -kMostWorkPs;
    });
    if (!found.empty()) threads[line].operations = std::move(found);
  }
  return threads;
}

// The spans of what CPUs are busy with, by device.
struct CpuTimes {
  std::map<uint32_t, std::vector<TimeSpan>> busy;
  std::map<uint32_t, std::vector<TimeSpan>> occupied;
};

// Adds a nested thread, whose works end now where they ended in truth.
void AddThread(RecordedHost& host, const std::vector<NestedSpan>& spans,
               CpuTimes& times) {
  const auto work_count = static_cast<uint32_t>(host.work.size());
  std::vector<uint32_t> device_of(spans.size());
  const auto end_of = [&](size_t i) {
    return spans[i].id < work_count ? host.work[spans[i].id].end_ps
                                    : spans[i].span.end_ps;
  };
  for (size_t i = 0; i < spans.size(); ++i) {
    const uint32_t id = spans[i].id;
    device_of[i] =
        id < work_count
            ? host.work[id].device
            : host.DeviceRow(
                  DeviceKind::kCpu,
                  host.events.StatsOf(id - work_count).device_ordinal);
    times.occupied[device_of[i]].push_back({spans[i].span.begin_ps, end_of(i)});
  }
  ForEachOwnMoment(spans, end_of, [&](size_t i, const TimeSpan& moments) {
    times.busy[device_of[i]].push_back(moments);
  });
}

}  // namespace

std::vector<uint32_t> BusyOperationsOf(const RecordedHost& host) {
  std::vector<uint32_t> operations;
  if (!host.has_busy_operations) return operations;
  for (const auto& [line, thread] : FindThreads(host)) {
    operations.insert(operations.end(), thread.operations.begin(),
                      thread.operations.end());
  }
  return operations;
}

void FinishThreads(RecordedHost& host, const RunEnds& ends) {
  // Nested before ends move.
  std::map<uint32_t, std::vector<NestedSpan>> nested;
  for (const auto& [line, thread] : FindThreads(host)) {
    NestThread(host, thread, nested[line]);
    host.has_busy_operations |= !thread.operations.empty();
  }
  ThreadEnds(host, ends).Find();
  for (ProgramRun& run : host.runs) {
    if (host.devices[run.device].is_accelerator()) continue;
    for (const uint32_t row : host.WorkOf(run)) {
      run.end_ps = std::max(run.end_ps, host.work[row].end_ps);
    }
  }
  if (host.is_accelerated) return;
  CpuTimes times;
  for (const auto& [line, spans] : nested) AddThread(host, spans, times);
  for (auto& [device, spans] : times.occupied) {
    RecordedDevice& of = host.devices[device];
    of.occupied = TimeUnion(std::move(spans));
    of.busy = TimeUnion(std::move(times.busy[device]));
    // Equal ones share their memory.
    if (of.busy.spans() == of.occupied.spans()) of.busy = of.occupied;
  }
}

}  // namespace tfprof
