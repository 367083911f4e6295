// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_parts.h"

#include <algorithm>
#include <tuple>

namespace tfprof {

namespace {

constexpr int kMostThreads = 16;
constexpr std::string_view kHandOver = "hand-over";

// Calls `take(begin_ps, end_ps, innermost event)` for [low_ps, high_ps) of a
// thread.
template <typename Take>
void ForEachPiece(const FlatLines& lines, uint32_t line, int64_t low_ps,
                  int64_t high_ps, Take take) {
  const std::span<const FlatLines::Change> changes = lines.Of(line);
  auto next = std::upper_bound(
      changes.begin(), changes.end(), low_ps,
      [](int64_t at, const FlatLines::Change& it) { return at < it.at_ps; });
  for (int64_t at_ps = low_ps; at_ps < high_ps; ++next) {
    const uint32_t top =
        next == changes.begin() ? kNoRow : std::prev(next)->top;
    const bool is_last = next == changes.end() || next->at_ps >= high_ps;
    const int64_t end_ps = is_last ? high_ps : next->at_ps;
    take(at_ps, end_ps, top);
    at_ps = end_ps;
    if (is_last) return;
  }
}

}  // namespace

std::string_view LineText(const RecordedHost& host, const IdleCause& cause) {
  const std::string_view frame = host.Text(cause.line);
  return frame.empty() ? frame : frame.substr(1);
}

std::string_view RegionText(const RecordedHost& host, const IdleCause& cause) {
  return host.Text(cause.region);
}

std::string_view ProgramText(const RecordedHost& host, const IdleCause& cause) {
  constexpr std::string_view kJitCall = "PjitFunction(";
  std::string_view name = host.Text(cause.call);
  if (!name.starts_with(kJitCall) || !name.ends_with(')')) return name;
  name.remove_prefix(kJitCall.size());
  name.remove_suffix(1);
  return name;
}

std::string_view EvidenceText(const RecordedHost& host,
                              const IdleCause& cause) {
  if (cause.is_hand_over) return kHandOver;
  const std::string_view name = host.Text(cause.evidence);
  const bool is_frame =
      cause.reason == WaitReason::kPython && name.starts_with('$');
  return is_frame ? name.substr(1) : name;
}

std::vector<IdleStretch> StretchesOf(
    const DeviceMoments& device, const std::vector<AccountWindow>& windows) {
  std::vector<IdleStretch> found;
  const std::vector<TimeSpan>& spans = device.occupied.spans();
  for (const AccountWindow& window : windows) {
    int64_t at_ps = window.begin_ps;
    auto span = std::partition_point(
        spans.begin(), spans.end(),
        [&](const TimeSpan& it) { return it.end_ps <= window.begin_ps; });
    for (; span != spans.end() && span->begin_ps < window.end_ps; ++span) {
      if (span->begin_ps > at_ps) found.push_back({at_ps, span->begin_ps});
      at_ps = span->end_ps;
    }
    if (at_ps < window.end_ps) found.push_back({at_ps, window.end_ps});
  }
  std::sort(found.begin(), found.end(),
            [](const IdleStretch& a, const IdleStretch& b) {
              return std::tie(a.begin_ps, a.end_ps) <
                     std::tie(b.begin_ps, b.end_ps);
            });
  std::vector<IdleStretch> once;
  for (const IdleStretch& it : found) {
    const bool is_again = !once.empty() &&
                          once.back().begin_ps == it.begin_ps &&
                          once.back().end_ps == it.end_ps;
    if (is_again) {
      ++once.back().windows;
    } else {
      once.push_back(it);
    }
  }
  return once;
}

IdleExplainer::IdleExplainer(const HostView& view, const DeviceMoments& device)
    : view_(view),
      device_(device),
      may_wait_for_other_(!device.is_all &&
                          device.works.size() < view.works.size()) {}

IdleCause IdleExplainer::CauseOf(uint32_t event) const {
  const HostAnswer& answer = view_.WhatDid(event);
  const HostEvents& events = view_.host().events;
  const auto name_of = [&](uint32_t of) {
    return of == kNoRow ? StringId() : events.NameOf(of).text;
  };
  IdleCause cause;
  cause.reason = answer.reason;
  cause.evidence = name_of(answer.evidence);
  cause.region = name_of(answer.region);
  cause.line = name_of(answer.line);
  cause.call = name_of(answer.call);
  if (cause.reason == WaitReason::kPython && cause.line.valid()) {
    cause.evidence = cause.line;
  }
  return cause;
}

IdleCause IdleExplainer::CallCause(uint32_t event, WaitReason reason) const {
  IdleCause cause = CauseOf(event);
  cause.reason = reason;
  cause.certainty = Certainty::kRecorded;
  cause.is_hand_over = reason == WaitReason::kRuntime;
  cause.evidence = view_.host().events.NameOf(event).text;
  return cause;
}

void IdleExplainer::Add(int64_t low_ps, int64_t high_ps,
                        const IdleCause& cause) {
  if (low_ps < high_ps) parts_.push_back({low_ps, high_ps, cause});
}

// A host that is blocked, or work that is queued, waits for another device
// while one runs.
void IdleExplainer::AddWaiting(int64_t low_ps, int64_t high_ps,
                               const IdleCause& cause) {
  const bool may_be_other =
      may_wait_for_other_ && (cause.reason == WaitReason::kHostRead ||
                              cause.reason == WaitReason::kQueued);
  if (!may_be_other) return Add(low_ps, high_ps, cause);
  IdleCause other = cause;
  other.reason = WaitReason::kOtherDevice;
  const std::vector<TimeSpan>& spans = view_.works.occupied().spans();
  auto span = std::partition_point(
      spans.begin(), spans.end(),
      [&](const TimeSpan& it) { return it.end_ps <= low_ps; });
  int64_t at_ps = low_ps;
  for (; span != spans.end() && span->begin_ps < high_ps; ++span) {
    const int64_t begin_ps = std::max(span->begin_ps, low_ps);
    const int64_t end_ps = std::min(span->end_ps, high_ps);
    Add(at_ps, begin_ps, cause);
    Add(begin_ps, end_ps, other);
    at_ps = end_ps;
  }
  Add(at_ps, high_ps, cause);
}

void IdleExplainer::AddMain(int64_t low_ps, int64_t high_ps) {
  ForEachPiece(view_.lines, view_.threads.main_line, low_ps, high_ps,
               [&](int64_t begin_ps, int64_t end_ps, uint32_t top) {
                 IdleCause cause = CauseOf(top);
                 cause.certainty = cause.reason == WaitReason::kUnknown
                                       ? Certainty::kNone
                                       : Certainty::kGuess;
                 AddWaiting(begin_ps, end_ps, cause);
               });
}

void IdleExplainer::AddThread(uint32_t line, int64_t low_ps, int64_t high_ps,
                              bool is_guess) {
  const uint32_t main = view_.threads.main_line;
  if (line == kNoRow) return Add(low_ps, high_ps, {});
  ForEachPiece(view_.lines, line, low_ps, high_ps,
               [&](int64_t begin_ps, int64_t end_ps, uint32_t top) {
                 IdleCause cause = CauseOf(top);
                 const bool is_unknown = cause.reason == WaitReason::kUnknown;
                 if (is_unknown && line != main && main != kNoRow) {
                   return AddMain(begin_ps, end_ps);
                 }
                 cause.certainty = is_unknown ? Certainty::kNone
                                   : is_guess ? Certainty::kGuess
                                              : Certainty::kRecorded;
                 AddWaiting(begin_ps, end_ps, cause);
               });
}

// The way on the host to a work, backwards from `high_ps` to `begin_ps`.
void IdleExplainer::AddWay(const DeviceWork& work, int64_t begin_ps,
                           int64_t& high_ps) {
  const HostEvents& events = view_.host().events;
  int64_t at_ps = work.begin_ps;  // the way is known from here on backwards
  // The part of the way from `from_ps` on, within the stretch.
  const auto put = [&](int64_t from_ps, auto add) {
    from_ps = std::min(from_ps, at_ps);
    const int64_t low_ps = std::max(from_ps, begin_ps);
    at_ps = from_ps;
    if (low_ps >= high_ps) return;
    add(low_ps, high_ps);
    high_ps = low_ps;
  };
  if (work.launch == kNoRow) {
    AddThread(view_.threads.main_line, begin_ps, high_ps, /*is_guess=*/true);
    high_ps = begin_ps;
    return;
  }
  uint32_t event = work.launch;
  if (!work.is_own_launch()) {
    put(events[event].end_ps, [&](int64_t low_ps, int64_t end_ps) {
      IdleCause cause;
      cause.reason = WaitReason::kQueued;
      cause.certainty = Certainty::kRecorded;
      AddWaiting(low_ps, end_ps, cause);
    });
    put(events[event].begin_ps, [&](int64_t low_ps, int64_t end_ps) {
      Add(low_ps, end_ps, CallCause(event, WaitReason::kLaunch));
    });
  }
  uint32_t line = view_.threads.owner[events[event].line];
  for (int i = 0; i < kMostThreads && high_ps > begin_ps; ++i) {
    const HandedTask task = view_.tasks.TaskOf(line, event);
    if (!task.is_known()) break;
    put(events[task.task].begin_ps, [&](int64_t low_ps, int64_t end_ps) {
      AddThread(line, low_ps, end_ps, /*is_guess=*/false);
    });
    put(events[task.giver].begin_ps, [&](int64_t low_ps, int64_t end_ps) {
      Add(low_ps, end_ps, CallCause(task.giver, WaitReason::kRuntime));
    });
    event = task.giver;
    line = events[event].line;
  }
  put(INT64_MIN, [&](int64_t low_ps, int64_t end_ps) {
    AddThread(line, low_ps, end_ps, /*is_guess=*/false);
  });
}

const std::vector<IdlePart>& IdleExplainer::PartsOf(
    const IdleStretch& stretch) {
  parts_.clear();
  const DeviceWorks& works = view_.works;
  const auto next = std::partition_point(
      device_.works.begin(), device_.works.end(),
      [&](uint32_t work) { return works[work].begin_ps < stretch.end_ps; });
  int64_t high_ps = stretch.end_ps;
  if (next == device_.works.end()) {
    AddThread(view_.threads.main_line, stretch.begin_ps, high_ps,
              /*is_guess=*/true);
  } else {
    AddWay(works[*next], stretch.begin_ps, high_ps);
  }
  std::sort(parts_.begin(), parts_.end(),
            [](const IdlePart& a, const IdlePart& b) {
              return a.begin_ps < b.begin_ps;
            });
  return parts_;
}

}  // namespace tfprof
