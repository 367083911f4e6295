// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/waiting/event_kinds.h"
#include "analysis/waiting/flat_lines.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// What a thread did, of the innermost event at a moment. Rows of HostEvents;
// kNoRow: there is none.
struct HostAnswer {
  WaitReason reason = WaitReason::kUnknown;
  bool is_below_library = false;  // the innermost frames are of a library
  uint32_t evidence = kNoRow;     // the innermost event that has the reason
  uint32_t region = kNoRow;       // the innermost annotation of the program
  uint32_t line = kNoRow;  // the deepest frame of the program's own files
  uint32_t call = kNoRow;  // the innermost call of a compiled function
};

// Answers for all events of the host, worked out in one pass. An answer is read
// from an event and all events around it.
class HostAnswers {
 public:
  // All must outlive this.
  HostAnswers(const RecordedHost& host, const FlatLines& lines,
              const std::vector<EventKind>& kinds,
              const std::vector<bool>& is_program_line);

  // `event` may be kNoRow: then nothing is known.
  const HostAnswer& Of(uint32_t event) const {
    static constexpr HostAnswer kNothing;
    return event == kNoRow ? kNothing : answers_[event];
  }

  // The evidence in words: a frame of the program without '$' if the reason is
  // kPython, else the name of the event.
  std::string_view EvidenceOf(const HostAnswer& answer) const;

  // "FILE:LINE FUNCTION", or "".
  std::string_view LineOf(const HostAnswer& answer) const;

  // The name of the annotation, or "".
  std::string_view RegionOf(const HostAnswer& answer) const {
    return NameOf(answer.region);
  }

  // F of "PjitFunction(F)", or the name of the function's call, or "".
  std::string_view ProgramOf(const HostAnswer& answer) const;

  bool IsMarker(uint32_t event) const;

  // True for an annotation of the program.
  bool IsRegion(uint32_t event) const { return is_region_[event]; }

 private:
  std::string_view NameOf(uint32_t event) const {
    return event == kNoRow ? std::string_view()
                           : host_.Text(host_.events.NameOf(event).text);
  }

  const EventKind& KindOf(uint32_t event) const {
    return kinds_[host_.events[event].name];
  }

  void FindLaunching();
  bool IsRuntime(uint32_t event) const;
  WaitReason ReasonOf(uint32_t event) const;
  void Answer(uint32_t event);
  void AddFrame(uint32_t event, HostAnswer& answer) const;

  const RecordedHost& host_;
  const FlatLines& lines_;
  const std::vector<EventKind>& kinds_;
  const std::vector<bool>& is_program_line_;
  std::vector<HostAnswer> answers_;
  std::vector<bool> is_launching_;  // a launch lies in it
  std::vector<bool> is_region_;
  // An event of the runtime is around it, or is the event itself.
  std::vector<bool> is_in_runtime_;
};

}  // namespace tfprof
