// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>

#include "base/once_per_text.h"
#include "base/varints.h"
#include "model/dump_sink.h"
#include "model/trace.h"

namespace tfprof {

// The events of a recording in a quarter of a Trace's memory, for whoever keeps
// them while something else takes a lot.
class PackedEvents {
 public:
  size_t size() const { return count_; }

  // The memory of the events, without their texts.
  size_t bytes() const { return numbers_.bytes(); }

  // When the first of them begins; INT64_MAX if there are none.
  int64_t first_us() const { return first_us_; }

  // Says that these are the events of that step alone.
  void SetStep(int64_t step) { rest_.events_of = step; }

  // Hands them on, with their host, planes and lines.
  void Replay(DumpSink& sink) const;

  // All of it as a Trace. Once.
  Trace Unpack();

 private:
  friend class EventPacker;

  struct Event {
    StringId name;
    int64_t begin_ps = 0;
    int64_t duration_ps = 0;
    uint32_t line = 0;  // of its plane
  };

  class Reader;

  void Add(const Event& event);

  Trace rest_;  // but for what is said of each event
  size_t count_ = 0;
  int64_t first_us_ = INT64_MAX;
  Varints numbers_;
  Event last_;
};

// Collects the events of XSpaces, packed as they come, one item a host. Other
// inputs are ignored.
class EventPacker final : public DumpSink {
 public:
  std::deque<PackedEvents> Finish();

  bool wants_events() const override { return true; }

  bool wants_recording() const override { return false; }

  void BeginHost(std::string_view host) override;
  void BeginPlane(std::string_view plane) override;
  void BeginLine(std::string_view line) override;
  void AddEvent(std::string_view name, int64_t begin_ps,
                int64_t duration_ps) override;

 private:
  void EndPlane();

  std::deque<PackedEvents> hosts_;
  bool has_plane_ = false;
  uint32_t lines_ = 0;  // of the plane
  OncePerText<StringId> names_;  // of the plane
};

}  // namespace tfprof
