// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_threads.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

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
    FindCalls();
    for (const uint32_t line : candidates_) AddPoints(line);
    // Of equal points the first line wins.
    std::vector<uint64_t> most(owner.size(), 0);
    std::vector<uint32_t> best = owner;
    for (const auto& [pair, points] : points_) {
      const auto [driver, line] = pair;
      if (points <= most[driver]) continue;
      most[driver] = points;
      best[driver] = line;
    }
    for (uint32_t driver = 0; driver < owner.size(); ++driver) {
      const RecordedHost::Line& of = host_.lines[driver];
      if (2 * most[driver] >= of.end - of.first) owner[driver] = best[driver];
    }
  }

 private:
  // A call, by the moment in its middle.
  struct Call {
    int64_t middle_ps = 0;
    uint32_t event = kNoRow;
  };

  void FindCalls() {
    for (uint32_t line = 0; line < host_.lines.size(); ++line) {
      if (!IsDriverLine(line)) continue;
      const RecordedHost::Line& of = host_.lines[line];
      for (uint32_t event = of.first; event < of.end; ++event) {
        const HostEvents::Row& row = host_.events[event];
        calls_.push_back(
            {row.begin_ps + (row.end_ps - row.begin_ps) / 2, event});
      }
    }
    std::sort(calls_.begin(), calls_.end(), [](const Call& a, const Call& b) {
      return std::tie(a.middle_ps, a.event) < std::tie(b.middle_ps, b.event);
    });
  }

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

  // Points of a call to a thread with this innermost event.
  uint64_t PointsOf(uint32_t call, uint32_t top) const {
    const auto operation = operation_of_call_.find(call);
    for (uint32_t event = around_[top];
         operation != operation_of_call_.end() && event != kNoRow;) {
      if (host_.events.NameOf(event).text.value == operation->second) return 3;
      const uint32_t parent = lines_.ParentOf(event);
      event = parent == kNoRow ? kNoRow : around_[parent];
    }
    return in_module_[top] ? 1 : 0;
  }

  // Gives a thread the points of the calls during what it did for a module.
  void AddPoints(uint32_t line) {
    const std::span<const FlatLines::Change> changes = lines_.Of(line);
    for (size_t i = 0; i < changes.size(); ++i) {
      const uint32_t top = changes[i].top;
      if (top == kNoRow || (!in_module_[top] && around_[top] == kNoRow)) {
        continue;
      }
      const int64_t end_ps =
          i + 1 < changes.size() ? changes[i + 1].at_ps : INT64_MAX;
      auto call = std::lower_bound(
          calls_.begin(), calls_.end(), changes[i].at_ps,
          [](const Call& it, int64_t at) { return it.middle_ps < at; });
      for (; call != calls_.end() && call->middle_ps < end_ps; ++call) {
        if (points_given_++ > kMostThreadsOfCall * calls_.size()) return;
        const uint64_t points = PointsOf(call->event, top);
        if (points == 0) continue;
        points_[{host_.events[call->event].line, line}] += points;
      }
    }
  }

  // Threads that may be at modules at the moment of a call, on average.
  static constexpr uint64_t kMostThreadsOfCall = 256;

  const RecordedHost& host_;
  const FlatLines& lines_;
  tsl::robin_map<uint32_t, uint32_t, IntHash> operation_of_call_;
  tsl::robin_set<uint32_t, IntHash> operations_;
  std::vector<bool> in_module_;
  std::vector<uint32_t> around_;
  std::vector<uint32_t> candidates_;
  std::vector<Call> calls_;  // by their middles
  // By line of the calls and line of the thread.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> points_;
  uint64_t points_given_ = 0;
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
