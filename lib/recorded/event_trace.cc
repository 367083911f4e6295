// SPDX-License-Identifier: Apache-2.0
#include "recorded/event_trace.h"

#include <algorithm>
#include <string>
#include <utility>

#include "recorded/work_parts.h"

namespace tfprof {

namespace {

class WindowSet {
 public:
  explicit WindowSet(std::vector<TimeSpan> windows)
      : windows_(std::move(windows)) {
    std::sort(windows_.begin(), windows_.end(),
              [](const TimeSpan& a, const TimeSpan& b) {
                return std::pair(a.begin_ps, a.end_ps) <
                       std::pair(b.begin_ps, b.end_ps);
              });
    size_t kept = 0;
    for (const TimeSpan& window : windows_) {
      if (kept > 0 && window.begin_ps <= windows_[kept - 1].end_ps) {
        windows_[kept - 1].end_ps =
            std::max(windows_[kept - 1].end_ps, window.end_ps);
      } else {
        windows_[kept++] = window;
      }
    }
    windows_.resize(kept);
  }

  // True for an event that ends where a window begins, too.
  bool Touches(int64_t begin_ps, int64_t end_ps) const {
    const auto next = std::upper_bound(
        windows_.begin(), windows_.end(), begin_ps,
        [](int64_t at, const TimeSpan& window) { return at < window.end_ps; });
    return next != windows_.end() && next->begin_ps <= end_ps;
  }

 private:
  std::vector<TimeSpan> windows_;  // in order, apart from each other
};

class EventTraceMaker {
 public:
  // Null: all events.
  EventTraceMaker(const RecordedProcess& process, const WindowSet* windows)
      : host_(*process.host), windows_(windows), texts_(host_.strings.size()) {
    trace_.is_recording = true;
    trace_.host = process.label;
  }

  Trace Make() {
    FindWork();
    for (const RecordedHost::Plane& plane : host_.planes) AddPlane(plane);
    trace_.strings.Freeze();
    return std::move(trace_);
  }

 private:
  // The rows of work of each line of a GPU or TPU, which are adjacent.
  void FindWork() {
    work_of_line_.resize(host_.lines.size());
    for (uint32_t row = 0; row < host_.work.size(); ++row) {
      auto& [first, end] = work_of_line_[host_.work[row].lane];
      if (end == 0) first = row;
      end = row + 1;
    }
  }

  StringId TextOf(StringId of_host) {
    StringId& text = texts_[of_host.value];
    if (!text.valid()) text = trace_.strings.Intern(host_.strings[of_host]);
    return text;
  }

  void Add(StringId name, int64_t begin_ps, int64_t end_ps) {
    if (windows_ != nullptr && !windows_->Touches(begin_ps, end_ps)) return;
    trace_.AddEvent(TextOf(name), begin_ps, end_ps - begin_ps, line_);
  }

  void AddLine(uint32_t row) {
    using LineUse = RecordedHost::LineUse;
    const RecordedHost::Line& line = host_.lines[row];
    if (line.use == LineUse::kWork) {
      const auto [first, end] = work_of_line_[row];
      for (uint32_t i = first; i < end; ++i) {
        const Executions::Row& work = host_.work[i];
        Add(work.name, work.begin_ps, work.end_ps);
      }
    } else if (is_host_) {
      for (uint32_t i = line.first; i < line.end; ++i) {
        const HostEvents::Row& event = host_.events[i];
        if (!IsPossibleTime(event.begin_ps, event.length_ps())) continue;
        Add(host_.events.NameOf(i).text, event.begin_ps, event.end_ps);
      }
    } else {
      // Rows of lines follow each other, one for each event.
      for (uint64_t i = 0; i < line.events; ++i) {
        const RecordedHost::OtherEvent& event = host_.other_events[next_++];
        if (event.end_ps < event.begin_ps) continue;
        Add(event.name, event.begin_ps, event.end_ps);
      }
    }
  }

  void AddPlane(const RecordedHost::Plane& plane) {
    const auto first = static_cast<uint32_t>(trace_.size());
    const std::string_view name = host_.Text(plane.name);
    is_host_ = name.starts_with("/host:CPU");
    for (uint32_t row = plane.first_line; row < plane.end_line; ++row) {
      line_ = row - plane.first_line;
      const RecordedHost::Line& line = host_.lines[row];
      const std::string_view text = host_.Text(line.name);
      trace_.lines.Push(trace_.strings.Intern(
          text.empty() ? std::to_string(line.id) : std::string(text)));
      AddLine(row);
    }
    trace_.lines.EndRow();
    trace_.devices.push_back({trace_.strings.Intern(name), first,
                              static_cast<uint32_t>(trace_.size())});
  }

  const RecordedHost& host_;
  const WindowSet* const windows_;
  Trace trace_;
  std::vector<StringId> texts_;  // by text of the host
  std::vector<std::pair<uint32_t, uint32_t>> work_of_line_;
  bool is_host_ = false;  // of the plane that is added
  uint32_t line_ = 0;     // of the plane
  size_t next_ = 0;       // the next row of RecordedHost::other_events
};

}  // namespace

std::vector<TimeSpan> WindowSpansOf(const Capture& capture, uint32_t process,
                                    std::span<const uint32_t> steps) {
  std::vector<TimeSpan> windows;
  for (const uint32_t row : steps) {
    const uint32_t step = capture.steps[row].step_of[process];
    if (step == kNoRow) continue;
    const HostStep& of = capture.processes[process].steps.steps[step];
    windows.push_back({of.begin_ps, of.end_ps()});
  }
  return windows;
}

Trace EventsOf(const RecordedProcess& process) {
  return EventTraceMaker(process, nullptr).Make();
}

Trace EventsIn(const RecordedProcess& process, std::vector<TimeSpan> windows) {
  const WindowSet set(std::move(windows));
  return EventTraceMaker(process, &set).Make();
}

uint64_t CountEvents(const RecordedProcess& process) {
  uint64_t count = 0;
  for (const RecordedHost::Line& line : process.host->lines) {
    count += line.events;
  }
  return count;
}

uint64_t CountImpossibleEvents(const RecordedProcess& process) {
  const HostEvents& events = process.host->events;
  uint64_t count = 0;
  for (uint32_t i = 0; i < events.size(); ++i) {
    const HostEvents::Row& event = events[i];
    if (!IsPossibleTime(event.begin_ps, event.length_ps())) ++count;
  }
  return count;
}

}  // namespace tfprof
