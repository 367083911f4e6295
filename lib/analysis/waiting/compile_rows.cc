// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/compile_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "recorded/event_details.h"

namespace tfprof {

namespace {

constexpr std::string_view kCallOfJax = "PjitFunction(";

// The windows that hold a moment.
class WindowFinder {
 public:
  explicit WindowFinder(const std::vector<CompileWindow>& windows)
      : windows_(windows) {
    int64_t latest_ps = INT64_MIN;
    for (const CompileWindow& window : windows) {
      latest_ps = std::max(latest_ps, window.end_ps);
      latest_end_ps_.push_back(latest_ps);
    }
  }

  template <typename Take>
  void ForEachAt(int64_t at_ps, Take take) const {
    auto i = static_cast<size_t>(
        std::partition_point(windows_.begin(), windows_.end(),
                             [&](const CompileWindow& window) {
                               return window.begin_ps <= at_ps;
                             }) -
        windows_.begin());
    for (; i > 0 && latest_end_ps_[i - 1] > at_ps; --i) {
      if (windows_[i - 1].end_ps > at_ps) take(windows_[i - 1]);
    }
  }

 private:
  const std::vector<CompileWindow>& windows_;
  std::vector<int64_t> latest_end_ps_;  // of this window and all before
};

class CompileFinder {
 public:
  CompileFinder(const HostView& view, const std::vector<CompileWindow>& windows)
      : view_(view),
        events_(view.host().events),
        windows_(windows),
        has_compiled_(events_.size()),
        is_compiling_(events_.size()),
        call_(events_.size(), kNoRow) {
    for (const HostEvents::Name& name : events_.names) {
      const std::string_view text = view.host().Text(name.text);
      is_call_.push_back(text.starts_with(kCallOfJax));
      is_compiler_frame_.push_back(
          ParseFrameName(text).function.starts_with("backend_compile"));
    }
  }

  void AddThread(const RecordedHost::Line& line) {
    for (uint32_t event = line.first; event < line.end; ++event) {
      if (!IsCompilation(event) && !is_compiler_frame_[events_[event].name]) {
        continue;
      }
      for (uint32_t around = event; around != kNoRow && !has_compiled_[around];
           around = view_.lines.ParentOf(around)) {
        has_compiled_[around] = true;
      }
    }
    for (uint32_t event = line.first; event < line.end; ++event) Add(event);
  }

  std::vector<CompileRow> Rows() {
    std::vector<CompileRow> rows;
    for (auto& [program, sums] : programs_) {
      CompileRow& row = sums.row;
      row.program = program;
      row.times = sums.calls.size();
      row.steps.assign(sums.steps.begin(), sums.steps.end());
      rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const CompileRow& a, const CompileRow& b) {
                       return a.host_ps > b.host_ps;
                     });
    return rows;
  }

 private:
  struct Sums {
    CompileRow row;
    std::set<uint32_t> calls;
    std::set<int64_t> steps;
  };

  // An event of a compiler that is no frame.
  bool IsCompilation(uint32_t event) const {
    return events_.StatsOf(event).Is(HostEvents::kTraced) ||
           view_.KindOf(event).is_compile;
  }

  bool IsCompiling(uint32_t event) const {
    const EventKind& kind = view_.KindOf(event);
    return IsCompilation(event) ||
           (kind.is_frame && kind.reason == WaitReason::kCompile);
  }

  bool IsCall(uint32_t event) const {
    return is_call_[events_[event].name] ||
           events_.StatsOf(event).Is(HostEvents::kFunctionCall);
  }

  void Add(uint32_t event) {
    const uint32_t parent = view_.lines.ParentOf(event);
    if (parent != kNoRow) call_[event] = call_[parent];
    if (call_[event] == kNoRow && IsCall(event)) call_[event] = event;
    const bool is_inside = parent != kNoRow && is_compiling_[parent];
    const bool compiles = IsCompiling(event);
    is_compiling_[event] = is_inside || compiles;
    const HostEvents::Row& row = events_[event];
    if (is_inside || !compiles || row.length_ps() <= 0) return;
    const uint32_t call = call_[event];
    // The others looked something up.
    const bool is_real =
        has_compiled_[event] || (call != kNoRow && has_compiled_[call]);
    if (!is_real) return;
    Sums& sums = programs_[std::string(ProgramOf(call))];
    sums.calls.insert(call == kNoRow ? event : call);
    sums.row.host_ps += row.length_ps();
    windows_.ForEachAt(row.begin_ps, [&](const CompileWindow& window) {
      sums.steps.insert(window.number);
    });
    if (call == kNoRow) return;
    const auto count = TracingCountOf(events_.StatsOf(call));
    if (count) {
      sums.row.tracing_count =
          std::max(sums.row.tracing_count.value_or(0), *count);
    }
  }

  std::string_view ProgramOf(uint32_t call) const {
    if (call == kNoRow) return {};
    std::string_view name = view_.host().Text(events_.NameOf(call).text);
    if (!name.starts_with(kCallOfJax)) return name;
    name.remove_prefix(kCallOfJax.size());
    return name.substr(0, name.size() - std::min<size_t>(1, name.size()));
  }

  const HostView& view_;
  const HostEvents& events_;
  const WindowFinder windows_;
  std::vector<bool> is_call_;            // by name
  std::vector<bool> is_compiler_frame_;  // by name
  std::vector<bool> has_compiled_;       // a compilation is in it, or it is one
  std::vector<bool> is_compiling_;       // it compiles, or lies in what does
  std::vector<uint32_t> call_;           // the outermost call around, or itself
  std::map<std::string, Sums, std::less<>> programs_;
};

}  // namespace

std::vector<CompileRow> CompilesOf(const HostView& view,
                                   const std::vector<CompileWindow>& windows) {
  CompileFinder finder(view, windows);
  for (uint32_t line = 0; line < view.host().lines.size(); ++line) {
    if (view.threads.is_program[line]) {
      finder.AddThread(view.host().lines[line]);
    }
  }
  return finder.Rows();
}

}  // namespace tfprof
