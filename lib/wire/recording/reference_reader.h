// SPDX-License-Identifier: Apache-2.0
// The sums of an XSpace under the reference's rules: its planes are read, then
// all lines for their links, then all once more for their sums.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/parallel.h"
#include "model/xspace/line_aggregator.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"
#include "model/xspace/row_calls.h"
#include "wire/intake/readers.h"
#include "wire/recording/plane_tables.h"
#include "wire/recording/split_space.h"

namespace tfprof {

// A line of a plane, both by their place.
struct LinePlace {
  uint32_t plane = 0;
  uint32_t line = 0;
};

class ReferenceReader {
 public:
  ReferenceReader(const Source& source, const RecordingOptions& options,
                  Diagnostics& diagnostics)
      : source_(source),
        options_(options),
        jobs_(static_cast<size_t>(std::max(source.jobs, 1))),
        diagnostics_(diagnostics) {}

  Result<Recording> Read();

 private:
  // What is known of a line after it was read for its links. There may be
  // nearly as many lines as events.
  struct LineState {
    uint32_t first_word = 0;  // of is_node_
    uint32_t first_node = 0;  // as all lines count them
    bool in_order = true;
  };

  // A plane with its names as the reference's rules see them.
  struct Plane {
    PlaneTables tables;
    XPlane names;
  };

  struct EventCounts {
    uint64_t events = 0;
    uint64_t nameless = 0;
    uint64_t impossible = 0;  // with times that no run has
  };

  Status ReadPlanes();
  // What was found in a line of a plane, in the order of planes.
  void Count(uint32_t plane, const EventCounts& counts);
  void AddVersions(const PlaneTables& plane);
  void FindEpoch();
  Status ReadLinks();
  Status ReadSums(size_t begin, size_t end,
                  std::vector<std::unique_ptr<LineSums>>& sums);
  Status Build();

  bool IsSummed(const LinePlace& place) const;

  const XPlane& PlaneOf(const LinePlace& place) const {
    return planes_[place.plane]->names;
  }

  const FileLine& LineOf(const LinePlace& place) const {
    return planes_[place.plane]->tables.lines()[place.line];
  }

  // Hands the possible events of a line to `sink`, in the order of the file.
  // `at` is where it is.
  template <typename Sink>
  EventCounts ReadLine(const LinePlace& place, RecordedStatSet wanted,
                       const char*& at, Sink& sink) const;

  static bool IsPossible(const FileEvent& event, int64_t line_ns);

  // Lines that are read before what was found in them is put together. What is
  // read of a line takes far more than what is kept of it.
  static constexpr size_t kLinesAtOnce = 1024;

  // Calls `run(begin, end)` for so many lines at once, in order.
  template <typename Run>
  Status ForEachBatch(Run run) const;

  // Runs `visit(index, at)` for each of these lines on several threads; it
  // says where it is.
  template <typename Visit>
  Status ForEachLine(size_t begin, size_t end, Visit visit) const;

  Failure Damage(const char* at, const protozero::exception& damage) const {
    return XSpaceDamage(source_, at, damage);
  }

  const Source& source_;
  const RecordingOptions options_;
  const size_t jobs_;
  Diagnostics& diagnostics_;
  Recording recording_;
  std::vector<std::unique_ptr<Plane>> planes_;  // null: has nothing
  std::vector<LinePlace> lines_;                // of all planes
  std::vector<bool> is_device_;  // by plane: whether it has a part in steps
  bool has_devices_ = false;
  bool has_loops_ = false;
  size_t host_ = SIZE_MAX;
  int64_t epoch_ns_ = 0;
  std::vector<LineState> states_;  // by line
  std::vector<uint64_t> is_node_;  // the bits of all lines
  std::vector<LineCalls> calls_;   // of lines that have any
  Groups groups_;
};

template <typename Sink>
ReferenceReader::EventCounts ReferenceReader::ReadLine(const LinePlace& place,
                                                       RecordedStatSet wanted,
                                                       const char*& at,
                                                       Sink& sink) const {
  const PlaneTables& plane = planes_[place.plane]->tables;
  const FileLine& line = LineOf(place);
  const int64_t line_ns = WrapAdd(line.timestamp_ns, -epoch_ns_);
  const size_t nameless = plane.metas().size() - 1;
  EventCounts counts;
  FileEvent event;
  event.stats.first_counts = true;
  plane.ForEachEvent(line, wanted, event, at, [&](FileEvent& it) {
    if (!IsPossible(it, line_ns)) {
      ++counts.impossible;
      return;
    }
    it.begin_ps = line_ns * 1000 + it.offset_ps;
    ++counts.events;
    if (it.meta == nameless) ++counts.nameless;
    sink.Add(it);
  });
  return counts;
}

template <typename Run>
Status ReferenceReader::ForEachBatch(Run run) const {
  for (size_t begin = 0; begin < lines_.size(); begin += kLinesAtOnce) {
    const size_t end = std::min(begin + kLinesAtOnce, lines_.size());
    TFPROF_RETURN_IF_ERROR(run(begin, end));
  }
  return {};
}

template <typename Visit>
Status ReferenceReader::ForEachLine(size_t begin, size_t end,
                                    Visit visit) const {
  // The longest first, so that no thread is left with one at the end.
  const auto size_of = [&](size_t i) { return LineOf(lines_[i]).bytes.size(); };
  std::vector<size_t> by_size(end - begin);
  std::iota(by_size.begin(), by_size.end(), begin);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return size_of(a) > size_of(b); });
  std::vector<Status> results(end - begin);
  ParallelFor(end - begin, jobs_, [&](size_t next) {
    const size_t i = by_size[next];
    const char* at = LineOf(lines_[i]).bytes.data();
    try {
      visit(i, at);
    } catch (const protozero::exception& damage) {
      results[i - begin] = Damage(at, damage);
    }
  });
  for (Status& result : results) TFPROF_RETURN_IF_ERROR(std::move(result));
  return {};
}

}  // namespace tfprof
