// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/line_rows.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace tfprof {

namespace {

// Adds up lines by name of event.
class LineAdder {
 public:
  LineAdder(const HostView& view, const std::vector<AccountWindow>& windows)
      : view_(view),
        events_(view.host().events),
        cover_(windows),
        sums_(events_.names.size()),
        stack_end_ps_(events_.size()) {}

  void AddThread(uint32_t line) {
    AddSelf(line);
    const RecordedHost::Line& of = view_.host().lines[line];
    FindStackEnds(of);
    AddTotal(line, of);
  }

  std::vector<HostLineRow> Rows() const {
    std::vector<HostLineRow> rows;
    for (uint32_t name = 0; name < sums_.size(); ++name) {
      const Sums& sums = sums_[name];
      if (sums.self_ps == 0 && sums.total_ps == 0) continue;
      const std::string_view text = view_.host().Text(events_.names[name].text);
      rows.push_back({text.substr(1), sums.self_ps, sums.total_ps});
    }
    std::sort(rows.begin(), rows.end(),
              [](const HostLineRow& a, const HostLineRow& b) {
                return std::tie(b.self_ps, b.total_ps, a.line) <
                       std::tie(a.self_ps, a.total_ps, b.line);
              });
    return rows;
  }

 private:
  struct Sums {
    int64_t self_ps = 0;
    int64_t total_ps = 0;
    // The frame that was added last.
    uint32_t thread = kNoRow;
    int64_t end_ps = 0;
  };

  void AddSelf(uint32_t line) {
    const std::span<const FlatLines::Change> changes = view_.lines.Of(line);
    for (size_t i = 0; i + 1 < changes.size(); ++i) {
      const uint32_t frame = view_.WhatDid(changes[i].top).line;
      if (frame == kNoRow) continue;
      sums_[events_[frame].name].self_ps +=
          cover_.LengthPsIn(changes[i].at_ps, changes[i + 1].at_ps);
    }
  }

  // An event stays on the stack until those inside it have ended.
  void FindStackEnds(const RecordedHost::Line& line) {
    for (uint32_t event = line.first; event < line.end; ++event) {
      stack_end_ps_[event] = events_[event].end_ps;
    }
    for (uint32_t event = line.end; event-- > line.first;) {
      const uint32_t parent = view_.lines.ParentOf(event);
      if (parent == kNoRow) continue;
      stack_end_ps_[parent] =
          std::max(stack_end_ps_[parent], stack_end_ps_[event]);
    }
  }

  // A frame that is on the stack twice counts once.
  void AddTotal(uint32_t thread, const RecordedHost::Line& line) {
    for (uint32_t event = line.first; event < line.end; ++event) {
      const bool is_own_frame = view_.WhatDid(event).line == event;
      if (!is_own_frame || events_[event].length_ps() <= 0) continue;
      Sums& sums = sums_[events_[event].name];
      const int64_t begin_ps = events_[event].begin_ps;
      if (sums.thread == thread && begin_ps < sums.end_ps) continue;
      sums.thread = thread;
      sums.end_ps = stack_end_ps_[event];
      sums.total_ps += cover_.LengthPsIn(begin_ps, sums.end_ps);
    }
  }

  const HostView& view_;
  const HostEvents& events_;
  const WindowCover cover_;
  std::vector<Sums> sums_;  // by name
  std::vector<int64_t> stack_end_ps_;
};

}  // namespace

std::vector<HostLineRow> HostLinesOf(
    const HostView& view, const std::vector<AccountWindow>& windows) {
  LineAdder adder(view, windows);
  for (uint32_t line = 0; line < view.host().lines.size(); ++line) {
    if (view.threads.is_program[line]) adder.AddThread(line);
  }
  return adder.Rows();
}

}  // namespace tfprof
