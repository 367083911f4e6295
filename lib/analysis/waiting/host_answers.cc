// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_answers.h"

#include <array>

#include "recorded/busy_operations.h"

namespace tfprof {

namespace {

constexpr std::string_view kJitCall = "PjitFunction(";

// Of the reasons of an event and those around it the one of the lowest rank
// counts. By WaitReason.
constexpr std::array<uint8_t, kWaitReasons> kRanks = {
    1,   // kInput
    7,   // kRegion
    8,   // kPython
    3,   // kHostRead
    5,   // kHostOp
    0,   // kCompile
    6,   // kDispatch
    4,   // kLaunch
    11,  // kQueued, of no event
    9,   // kRuntime
    2,   // kOtherDevice
    10,  // kUnknown
};

uint8_t RankOf(WaitReason reason) {
  return kRanks[static_cast<size_t>(reason)];
}

}  // namespace

HostAnswers::HostAnswers(const RecordedHost& host, const FlatLines& lines,
                         const std::vector<EventKind>& kinds,
                         const std::vector<bool>& is_program_line)
    : host_(host),
      lines_(lines),
      kinds_(kinds),
      is_program_line_(is_program_line),
      answers_(host.events.size()),
      is_launching_(host.events.size()),
      is_region_(host.events.size()),
      is_in_runtime_(host.events.size()) {
  FindLaunching();
  for (uint32_t event = 0; event < answers_.size(); ++event) Answer(event);
}

void HostAnswers::FindLaunching() {
  for (uint32_t event = 0; event < answers_.size(); ++event) {
    if (!host_.events.StatsOf(event).Is(HostEvents::kCorrelationId)) continue;
    for (uint32_t around = lines_.ParentOf(event);
         around != kNoRow && !is_launching_[around];
         around = lines_.ParentOf(around)) {
      is_launching_[around] = true;
    }
  }
}

bool HostAnswers::IsMarker(uint32_t event) const {
  return host_.events.StatsOf(event).Is(HostEvents::kStepNum) ||
         KindOf(event).is_marker;
}

bool HostAnswers::IsRuntime(uint32_t event) const {
  const EventKind& kind = KindOf(event);
  if (kind.is_frame) return false;
  const HostEvents::Stats& stats = host_.events.StatsOf(event);
  const bool has_stat =
      stats.Is(HostEvents::kCorrelationId) || stats.Is(HostEvents::kHloOp) ||
      stats.Is(HostEvents::kFunctionCall) || stats.Is(HostEvents::kGroupId) ||
      (stats.has & kHasStatOfRuntime) != 0 ||
      stats.produces != HostEvents::kNone ||
      stats.consumes != HostEvents::kNone;
  return (has_stat && !IsMarker(event)) || kind.is_runtime;
}

// The reason that the event itself gives.
WaitReason HostAnswers::ReasonOf(uint32_t event) const {
  using enum WaitReason;
  const EventKind& kind = KindOf(event);
  const HostEvents::Stats& stats = host_.events.StatsOf(event);
  if (kind.is_frame) return kind.reason == kUnknown ? kPython : kind.reason;
  if (stats.Is(HostEvents::kTraced)) return kCompile;
  if (kind.reason != kUnknown && RankOf(kind.reason) < RankOf(kLaunch)) {
    return kind.reason;
  }
  if (stats.Is(HostEvents::kCorrelationId) || kind.is_call) return kLaunch;
  if (kind.reason == kDispatch || stats.Is(HostEvents::kFunctionCall)) {
    return kDispatch;
  }
  if (kind.is_operation) return is_launching_[event] ? kDispatch : kHostOp;
  return is_region_[event] ? kRegion : kRuntime;
}

void HostAnswers::AddFrame(uint32_t event, HostAnswer& answer) const {
  using enum EventKind::File;
  const EventKind::File file = KindOf(event).file;
  if (file == kNone) return;
  if (file == kLibrary || (file == kMaybeLibrary && answer.is_below_library)) {
    answer.is_below_library = true;
    return;
  }
  answer.is_below_library = false;
  answer.line = event;
}

void HostAnswers::Answer(uint32_t event) {
  const uint32_t parent = lines_.ParentOf(event);
  HostAnswer& answer = answers_[event];
  if (parent != kNoRow) answer = answers_[parent];
  const bool is_below_runtime = parent != kNoRow && is_in_runtime_[parent];
  const bool is_frame = KindOf(event).is_frame;
  const bool is_marker = IsMarker(event);
  const bool is_runtime = IsRuntime(event);
  // A marker does not hide that its surroundings are of the runtime.
  is_in_runtime_[event] =
      is_below_runtime || (is_runtime && !is_frame && !is_marker);
  if (is_marker) return;
  is_region_[event] = !is_frame && !is_runtime && !is_below_runtime &&
                      is_program_line_[host_.events[event].line] &&
                      host_.events[event].length_ps() > 0;
  if (is_frame) AddFrame(event, answer);
  if (is_region_[event]) answer.region = event;
  const bool is_call =
      host_.events.StatsOf(event).Is(HostEvents::kFunctionCall) ||
      (NameOf(event).starts_with(kJitCall) && NameOf(event).ends_with(')'));
  if (is_call) answer.call = event;
  const WaitReason reason = ReasonOf(event);
  if (RankOf(reason) > RankOf(answer.reason)) return;
  answer.reason = reason;
  answer.evidence = event;
}

std::string_view HostAnswers::EvidenceOf(const HostAnswer& answer) const {
  if (answer.reason != WaitReason::kPython) return NameOf(answer.evidence);
  const std::string_view line = LineOf(answer);
  return line.empty() ? NameOf(answer.evidence).substr(1) : line;
}

std::string_view HostAnswers::LineOf(const HostAnswer& answer) const {
  const std::string_view name = NameOf(answer.line);
  return name.empty() ? name : name.substr(1);
}

std::string_view HostAnswers::ProgramOf(const HostAnswer& answer) const {
  const std::string_view name = NameOf(answer.call);
  if (!name.starts_with(kJitCall) || !name.ends_with(')')) return name;
  return name.substr(kJitCall.size(), name.size() - kJitCall.size() - 1);
}

}  // namespace tfprof
