// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_threads.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr std::string_view kDriverLine = "Host Threads";

bool IsMarkerEvent(const HostEvents& events, uint32_t event,
                   const std::vector<EventKind>& kinds) {
  return events.StatsOf(event).Is(HostEvents::kStepNum) ||
         kinds[events[event].name].is_marker;
}

bool HasNameOfProgram(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"python", "python3",
                                                      "main", "julia", ""};
  const std::string low = AsciiLower(name.substr(0, name.find('/')));
  return std::find(kNames.begin(), kNames.end(), low) != kNames.end();
}

// What tells the thread of the program's loop, the most of it first.
using ThreadRank = std::tuple<uint64_t, uint64_t, uint64_t, int64_t>;

struct ThreadCounts {
  uint64_t markers = 0;
  uint64_t calls = 0;
  uint64_t frames = 0;  // and markers
  int64_t length_ps = 0;

  ThreadRank rank() const { return {markers, calls, frames, length_ps}; }
};

ThreadCounts CountThread(const RecordedHost& host, const FlatLines& lines,
                         const std::vector<EventKind>& kinds,
                         const std::vector<bool>& is_call,
                         const RecordedHost::Line& line) {
  ThreadCounts counts;
  for (uint32_t event = line.first; event < line.end; ++event) {
    const bool is_marker = IsMarkerEvent(host.events, event, kinds);
    const uint32_t name = host.events[event].name;
    counts.markers += is_marker;
    counts.frames += is_marker || kinds[name].is_frame;
    counts.calls += is_call[name] ||
                    host.events.StatsOf(event).Is(HostEvents::kFunctionCall);
    if (lines.ParentOf(event) != kNoRow) continue;
    counts.length_ps += host.events[event].length_ps();
  }
  return counts;
}

// Finds the threads that made the calls on the lines of a driver's tracer.
class OwnerVote {
 public:
  OwnerVote(const RecordedHost& host, const FlatLines& lines)
      : host_(host), lines_(lines) {}

  bool IsDriverLine(uint32_t line) const {
    return host_.Text(host_.lines[line].name).starts_with(kDriverLine);
  }

  void Run(std::vector<uint32_t>& owner) {
    FindOperations();
    MarkEvents();
    for (uint32_t line = 0; line < host_.lines.size(); ++line) {
      if (IsDriverLine(line)) owner[line] = WinnerOf(line);
    }
  }

 private:
  // The instruction that each call launched.
  void FindOperations() {
    for (const Executions::Row& row : host_.work.rows) {
      if (row.launch == kNoRow) continue;
      const StringId name = host_.nodes[row.node].instruction;
      if (host_.Text(name).empty()) continue;
      operation_of_call_.insert({row.launch, name.value});
      operations_.insert(name.value);
    }
  }

  bool IsOfModule(std::string_view name) const {
    return name.ends_with(":XLA GPU module") ||
           StartsWithAny(name, {"GpuExecutable", "BufferSequencingEvent",
                                "PjRtStreamExecutor", "CommonPjRt"});
  }

  // Finds for each event the innermost event around that is called as an
  // operation, and whether an event of a module is around.
  void MarkEvents() {
    std::vector<bool> is_of_module;
    for (const HostEvents::Name& name : host_.events.names) {
      is_of_module.push_back(IsOfModule(host_.Text(name.text)));
    }
    in_module_.assign(host_.events.size(), false);
    around_.assign(host_.events.size(), kNoRow);
    for (uint32_t line = 0; line < host_.lines.size(); ++line) {
      if (IsDriverLine(line)) continue;
      bool has_any = false;
      const RecordedHost::Line& of = host_.lines[line];
      for (uint32_t event = of.first; event < of.end; ++event) {
        const uint32_t parent = lines_.ParentOf(event);
        const uint32_t name = host_.events[event].name;
        in_module_[event] =
            is_of_module[name] || (parent != kNoRow && in_module_[parent]);
        around_[event] =
            operations_.contains(host_.events.names[name].text.value) ? event
            : parent != kNoRow ? around_[parent]
                               : kNoRow;
        has_any = has_any || in_module_[event] || around_[event] != kNoRow;
      }
      if (has_any) candidates_.push_back(line);
    }
  }

  // Points of a call to a thread.
  uint64_t PointsOf(uint32_t call, uint32_t line) const {
    const HostEvents::Row& row = host_.events[call];
    const int64_t middle = row.begin_ps + (row.end_ps - row.begin_ps) / 2;
    const uint32_t top = lines_.TopAt(line, middle);
    if (top == kNoRow) return 0;
    const auto operation = operation_of_call_.find(call);
    for (uint32_t event = around_[top];
         operation != operation_of_call_.end() && event != kNoRow;) {
      if (host_.events.NameOf(event).text.value == operation->second) return 3;
      const uint32_t parent = lines_.ParentOf(event);
      event = parent == kNoRow ? kNoRow : around_[parent];
    }
    return in_module_[top] ? 1 : 0;
  }

  uint32_t WinnerOf(uint32_t driver) const {
    const RecordedHost::Line& of = host_.lines[driver];
    const uint64_t calls = of.end - of.first;
    uint32_t best = driver;
    uint64_t most = 0;
    for (const uint32_t line : candidates_) {
      uint64_t points = 0;
      for (uint32_t call = of.first; call < of.end; ++call) {
        points += PointsOf(call, line);
      }
      if (points <= most) continue;
      most = points;
      best = line;
    }
    return 2 * most >= calls ? best : driver;
  }

  const RecordedHost& host_;
  const FlatLines& lines_;
  tsl::robin_map<uint32_t, uint32_t, IntHash> operation_of_call_;
  tsl::robin_set<uint32_t, IntHash> operations_;
  std::vector<bool> in_module_;
  std::vector<uint32_t> around_;
  std::vector<uint32_t> candidates_;
};

}  // namespace

HostThreads::HostThreads(const RecordedHost& host, const FlatLines& lines,
                         const std::vector<EventKind>& kinds)
    : is_program(host.lines.size()), owner(host.lines.size()) {
  std::vector<bool> is_call;
  for (const HostEvents::Name& name : host.events.names) {
    is_call.push_back(StartsWithAny(host.Text(name.text),
                                    {"PjitFunction(", "TFE_", "EagerExecute"}));
  }
  bool has_driver = false;
  ThreadRank most;
  for (uint32_t line = 0; line < host.lines.size(); ++line) {
    owner[line] = line;
    const RecordedHost::Line& of = host.lines[line];
    if (of.use != RecordedHost::LineUse::kHostThread) continue;
    const ThreadCounts counts = CountThread(host, lines, kinds, is_call, of);
    is_program[line] =
        counts.frames > 0 || HasNameOfProgram(host.Text(of.name));
    has_driver = has_driver || host.Text(of.name).starts_with(kDriverLine);
    if (main_line != kNoRow && counts.rank() <= most) continue;
    most = counts.rank();
    main_line = line;
  }
  if (has_driver) OwnerVote(host, lines).Run(owner);
}

}  // namespace tfprof
