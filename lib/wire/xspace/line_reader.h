// SPDX-License-Identifier: Apache-2.0
// The events of a line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/xspace/event.h"
#include "wire/xspace/plane_reader.h"

namespace tfprof {

class LineReader {
 public:
  // `epoch_ns` is subtracted from the time of the line. With `shared_stats`,
  // events also get the stats of their names that they lack.
  LineReader(const PlaneReader& plane, size_t line, int64_t epoch_ns,
             bool shared_stats);

  // Hands on the events in the order of the file, with those of their stats
  // that `keys` has. Throws protozero::exception on damage; at() is where.
  void Read(StatKeys keys, EventSink& sink);

  // The same by begin, of equal ones the longest first.
  void ReadSorted(StatKeys keys, EventSink& sink);

  const char* at() const { return at_; }

  // What Read() found: whether each event begins no earlier than the one in
  // front of it, and whether that is the order of ReadSorted().
  bool in_order() const { return in_order_; }

  bool is_sorted() const { return is_sorted_; }

  uint64_t events() const { return events_; }

  uint64_t nameless_events() const { return nameless_events_; }

  // Events with times that no run has, which are left out.
  uint64_t impossible_events() const { return impossible_events_; }

 private:
  // False if it has times that no run has.
  bool ReadEvent(std::string_view bytes, StatKeys keys, XEvent& event);
  void Note(const XEvent& event);

  const PlaneReader& plane_;
  const std::string_view bytes_;
  const int64_t timestamp_ns_;
  const bool shared_stats_;
  const char* at_ = nullptr;
  std::vector<XStat> stats_;  // of an event
  bool has_last_ = false;
  int64_t last_begin_ps_ = 0;
  int64_t last_duration_ps_ = 0;
  bool in_order_ = true;
  bool is_sorted_ = true;
  uint64_t events_ = 0;
  uint64_t nameless_events_ = 0;
  uint64_t impossible_events_ = 0;
};

}  // namespace tfprof
