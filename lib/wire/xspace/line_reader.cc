// SPDX-License-Identifier: Apache-2.0
#include "wire/xspace/line_reader.h"

#include <algorithm>
#include <cstdlib>

#include "base/numbers.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Eleven days in picoseconds. Times beyond it are damage, and sums of two are
// far from the end of what 64 bits hold.
constexpr int64_t kMostPs = 1'000'000'000'000'000'000;
constexpr int64_t kMostOccurrences = int64_t{1} << 31;
constexpr int64_t kMostNs = 4 * (kMostPs / 1000);

bool IsPossible(int64_t value, int64_t most) {
  return value <= most && value >= -most;
}

}  // namespace

LineReader::LineReader(const PlaneReader& plane, size_t line, int64_t epoch_ns,
                       bool shared_stats)
    : plane_(plane),
      bytes_(plane.BytesOf(line)),
      timestamp_ns_(WrapAdd(plane.plane().lines[line].timestamp_ns, -epoch_ns)),
      shared_stats_(shared_stats && plane.has_shared_stats()),
      at_(bytes_.data()) {}

bool LineReader::ReadEvent(std::string_view bytes, StatKeys keys,
                           XEvent& event) {
  int64_t name = 0;
  int64_t occurrences = 1;
  event = {};
  stats_.clear();
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  while (at != end) {
    const char* const field_at = at;
    switch (TakeVarint(at, end)) {
      case Varint(1):
        name = static_cast<int64_t>(TakeVarint(at, end));
        break;
      case Varint(2):
        event.offset_ps = static_cast<int64_t>(TakeVarint(at, end));
        occurrences = 1;
        break;
      case Varint(3):
        event.duration_ps = static_cast<int64_t>(TakeVarint(at, end));
        break;
      case Len(4): {
        const uint64_t size = TakeVarint(at, end);
        if (size > static_cast<uint64_t>(end - at)) {
          throw protozero::end_of_buffer_exception();
        }
        const std::string_view serialized(at, size);
        at += size;
        if (!plane_.MayBeOf(serialized, keys)) break;
        const XStat stat = plane_.ReadStat(serialized, keys);
        if (stat.key == StatKey::kOther) break;
        event.keys.Add(stat.key);
        stats_.push_back(stat);
        break;
      }
      case Varint(5):
        // An aggregate has no begin of its own.
        event.offset_ps = 0;
        occurrences = static_cast<int64_t>(TakeVarint(at, end));
        break;
      default: {
        WireCursor other({field_at, static_cast<size_t>(end - field_at)});
        other.Next();
        other.Skip();
        at = other.at();
      }
    }
  }
  event.name = plane_.NameOf(name);
  if (shared_stats_) {
    for (const XStat& stat : plane_.SharedStats(event.name)) {
      if (!keys.Has(stat.key) || event.Has(stat.key)) continue;
      event.keys.Add(stat.key);
      stats_.push_back(stat);
    }
  }
  event.stats = stats_;
  if (occurrences < 0 || occurrences > kMostOccurrences ||
      !IsPossible(event.offset_ps, kMostPs) ||
      !IsPossible(timestamp_ns_, kMostNs) || event.duration_ps < 0 ||
      event.duration_ps > kMostPs) {
    return false;
  }
  event.occurrences = static_cast<uint32_t>(occurrences);
  event.begin_ps = timestamp_ns_ * 1000 + event.offset_ps;
  return true;
}

void LineReader::Note(const XEvent& event) {
  const bool is_first = !has_last_;
  has_last_ = true;
  if (!is_first && event.begin_ps <= last_begin_ps_) {
    const bool is_later = event.begin_ps == last_begin_ps_;
    in_order_ = in_order_ && is_later;
    is_sorted_ =
        is_sorted_ && is_later && event.duration_ps <= last_duration_ps_;
  }
  last_begin_ps_ = event.begin_ps;
  last_duration_ps_ = event.duration_ps;
}

void LineReader::Read(StatKeys keys, EventSink& sink) {
  has_last_ = false;
  in_order_ = is_sorted_ = true;
  events_ = nameless_events_ = impossible_events_ = 0;
  const size_t nameless = plane_.plane().names.size() - 1;
  XEvent event;
  WireCursor line(bytes_);
  while (line.Next()) {
    if (line.field() != Len(4)) {
      line.Skip();
      continue;
    }
    at_ = line.field_at();
    if (!ReadEvent(line.View(), keys, event)) {
      ++impossible_events_;
      continue;
    }
    ++events_;
    if (event.name == nameless) ++nameless_events_;
    Note(event);
    sink.Add(event);
  }
}

void LineReader::ReadSorted(StatKeys keys, EventSink& sink) {
  struct Place {
    int64_t begin_ps;
    int64_t duration_ps;
    std::string_view bytes;
  };

  std::vector<Place> places;
  XEvent event;
  WireCursor line(bytes_);
  while (line.Next()) {
    if (line.field() != Len(4)) {
      line.Skip();
      continue;
    }
    at_ = line.field_at();
    const std::string_view bytes = line.View();
    if (!ReadEvent(bytes, {}, event)) continue;
    places.push_back({event.begin_ps, event.duration_ps, bytes});
  }
  std::stable_sort(
      places.begin(), places.end(), [](const Place& a, const Place& b) {
        return a.begin_ps != b.begin_ps ? a.begin_ps < b.begin_ps
                                        : a.duration_ps > b.duration_ps;
      });
  for (const Place& place : places) {
    at_ = place.bytes.data();
    ReadEvent(place.bytes, keys, event);
    sink.Add(event);
  }
}

}  // namespace tfprof
