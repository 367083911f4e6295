// SPDX-License-Identifier: Apache-2.0
#include "wire/xspace/xspace_reader.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>

#include "base/numbers.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "model/xspace/line_links.h"
#include "model/xspace/recording_builder.h"
#include "wire/wire_cursor.h"
#include "wire/xspace/event_forwarder.h"
#include "wire/xspace/line_reader.h"
#include "wire/xspace/plane_reader.h"
#include "wire/xspace/read_programs.h"

namespace tfprof {

namespace {

// A line of a plane, both by their place.
struct LinePlace {
  size_t plane = 0;
  size_t line = 0;
};

class XSpaceReader {
 public:
  XSpaceReader(const Source& source, const RecordingOptions& options,
               Diagnostics& diagnostics)
      : source_(source),
        options_(options),
        rules_(options.rules),
        jobs_(static_cast<size_t>(std::max(source.jobs, 1))),
        diagnostics_(diagnostics),
        file_(source.bytes.view()) {}

  Result<Recording> Read();

  Result<Recording> ReadEvents(std::string_view host, DumpSink& sink);

 private:
  // What is known of a line after it was read for its links.
  struct LineState {
    bool in_order = true;
    bool is_sorted = true;
    uint64_t nameless = 0;
    uint64_t impossible = 0;
  };

  Status ReadSpace();
  Status ReadPlanes();
  void FindEpoch();
  Status ReadLinks();
  Status ReadSums();
  std::set<std::string_view> ModulesThatRan() const;
  Recording Build();

  bool IsSummed(const LinePlace& place) const;

  SumRules RulesOfSums() const {
    return {rules_.xspace_rows, rules_.xspace_rows, rules_.xspace_instants,
            options_.stretches_of};
  }

  LineReader ReaderOf(const LinePlace& place) const {
    return {planes_[place.plane], place.line, epoch_ns_, rules_.xspace_rows};
  }

  const XPlane& PlaneOf(const LinePlace& place) const {
    return planes_[place.plane].plane();
  }

  // Runs `visit(index, reader)` for each line on several threads.
  template <typename Visit>
  Status ForEachLine(Visit visit);

  Failure Damage(const char* at, const protozero::exception& damage) const;

  const Source& source_;
  const RecordingOptions options_;
  const Rules rules_;
  const size_t jobs_;
  Diagnostics& diagnostics_;
  const std::string_view file_;
  Recording recording_;
  std::vector<std::string_view> plane_bytes_;
  std::vector<PlaneReader> planes_;
  std::vector<LinePlace> lines_;  // of all planes
  std::vector<size_t> by_size_;   // rows of lines_
  std::vector<bool> is_device_;   // by plane: whether it has a part in steps
  bool has_devices_ = false;
  size_t host_ = SIZE_MAX;
  int64_t epoch_ns_ = 0;
  std::vector<LineState> states_;           // by line
  std::vector<std::vector<bool>> is_node_;  // by line
  std::vector<LineCalls> calls_;            // by line
  // By line, if it is summed; each goes when it is built into the recording.
  std::vector<std::unique_ptr<LineSums>> sums_;
  Groups groups_;
};

Failure XSpaceReader::Damage(const char* at,
                             const protozero::exception& damage) const {
  return Fail(ErrorCode::kCorrupt,
              "{}: byte {}: {}; the file is cut short or damaged, write or "
              "copy it again",
              source_.path, at - file_.data(), DamageText(damage));
}

// The name of a plane that is cut.
std::string NameOfCutPlane(std::string_view bytes) {
  try {
    WireCursor plane(bytes);
    while (plane.Next()) {
      if (plane.field() == Len(2)) return Printable(plane.View());
      plane.Skip();
    }
  } catch (const protozero::exception&) {
  }
  return "without a name";
}

Status XSpaceReader::ReadSpace() {
  WireCursor space(file_);
  const auto take = [](WireCursor& cursor, std::vector<std::string>& texts) {
    texts.push_back(ValidUtf8(cursor.View()));
  };
  std::vector<std::string> hosts;
  std::string_view cut;
  try {
    while (space.Next()) {
      switch (space.field()) {
        case Len(1): {
          WireCursor ahead = space;
          cut = ahead.ClippedView();
          plane_bytes_.push_back(space.View());
          cut = {};
          break;
        }
        case Len(2):
          take(space, recording_.errors);
          break;
        case Len(3):
          take(space, recording_.warnings);
          break;
        case Len(4):
          take(space, hosts);
          break;
        default:
          space.Skip();
      }
    }
  } catch (const protozero::end_of_buffer_exception& damage) {
    if (plane_bytes_.empty()) return Damage(space.field_at(), damage);
    const std::string what =
        fmt::format("{}: byte {}: ends in the middle of plane {}", source_.path,
                    file_.size(), NameOfCutPlane(cut));
    if (!source_.limits.allow_partial) {
      return Fail(ErrorCode::kCorrupt,
                  "{}; --allow_partial shows what is there", what);
    }
    diagnostics_.WarnOnce("files cut short", what + ", which is left out");
  } catch (const protozero::exception& damage) {
    return Damage(space.field_at(), damage);
  }
  recording_.host = hosts.empty() ? std::string() : hosts.front();
  return {};
}

Status XSpaceReader::ReadPlanes() {
  bool has_tpu = false;
  for (const std::string_view bytes : plane_bytes_) {
    PlaneReader& reader = planes_.emplace_back();
    try {
      reader.Read(bytes, recording_.strings);
      for (const std::string& version : reader.Versions()) {
        recording_.versions.push_back(ValidUtf8(version));
      }
      if (recording_.start_ns == 0) recording_.start_ns = reader.StartNs();
    } catch (const protozero::exception& damage) {
      return Damage(reader.at(), damage);
    }
    has_tpu = has_tpu || reader.plane().kind == XPlane::Kind::kTpu;
  }
  const XPlane::Kind device = has_tpu ? XPlane::Kind::kTpu : XPlane::Kind::kGpu;
  for (size_t i = 0; i < planes_.size(); ++i) {
    const XPlane& plane = planes_[i].plane();
    is_device_.push_back(plane.kind == device);
    has_devices_ = has_devices_ || plane.kind == device;
    // tfprof: of two planes of the host the first one counts.
    if (plane.kind == XPlane::Kind::kHost && host_ == SIZE_MAX) host_ = i;
    for (size_t line = 0; line < plane.lines.size(); ++line) {
      lines_.push_back({i, line});
    }
  }
  FindEpoch();
  // The longest first, so that no thread is left with one at the end.
  const auto size_of = [&](size_t i) {
    return planes_[lines_[i].plane].BytesOf(lines_[i].line).size();
  };
  by_size_.resize(lines_.size());
  std::iota(by_size_.begin(), by_size_.end(), size_t{0});
  std::stable_sort(
      by_size_.begin(), by_size_.end(),
      [&](size_t a, size_t b) { return size_of(a) > size_of(b); });
  return {};
}

// Times count from the begin of the recording, but in old files from 1970, of
// which 64 bits of picoseconds hold the first 107 days.
void XSpaceReader::FindEpoch() {
  constexpr int64_t kElevenDays = 1'000'000'000'000'000;
  int64_t first = INT64_MAX;
  for (const LinePlace& place : lines_) {
    first = std::min(first, PlaneOf(place).lines[place.line].timestamp_ns);
  }
  if (first <= kElevenDays || first == INT64_MAX) return;
  epoch_ns_ = recording_.start_ns = first;
}

template <typename Visit>
Status XSpaceReader::ForEachLine(Visit visit) {
  std::vector<Status> results(lines_.size());
  ParallelFor(lines_.size(), jobs_, [&](size_t next) {
    const size_t i = by_size_[next];
    LineReader reader = ReaderOf(lines_[i]);
    try {
      visit(i, reader);
    } catch (const protozero::exception& damage) {
      results[i] = Damage(reader.at(), damage);
    }
  });
  for (Status& result : results) TFPROF_RETURN_IF_ERROR(std::move(result));
  return {};
}

Status XSpaceReader::ReadLinks() {
  const LinkRules rules{rules_.xspace_rows, rules_.xspace_rows};
  std::vector<LineLinks> links(lines_.size());
  states_.resize(lines_.size());
  TFPROF_RETURN_IF_ERROR(ForEachLine([&](size_t i, LineReader& reader) {
    LineLinker linker(PlaneOf(lines_[i]), rules);
    reader.Read(LineLinker::kStats, linker);
    states_[i] = {reader.in_order(), reader.is_sorted(),
                  reader.nameless_events(), reader.impossible_events()};
    links[i] = linker.Finish();
    if (!rules_.xspace_rows || reader.is_sorted()) return;
    LineLinker again(PlaneOf(lines_[i]), rules);
    reader.ReadSorted(LineLinker::kStats, again);
    links[i] = again.Finish();
  }));
  bool has_loops = false;
  for (const PlaneReader& plane : planes_) {
    for (const EventName& name : plane.plane().names) {
      has_loops = has_loops || name.type == EventType::kLoop;
    }
  }
  for (LineLinks& line : links) is_node_.push_back(std::move(line.is_node));
  groups_ =
      FindGroups(links, has_loops, {rules_.xspace_markers}, recording_.strings);
  for (size_t i = 0; i < lines_.size(); ++i) {
    calls_.push_back({&PlaneOf(lines_[i]), std::move(links[i].call_tree)});
  }
  return {};
}

bool XSpaceReader::IsSummed(const LinePlace& place) const {
  const XPlane& plane = PlaneOf(place);
  const XLine& line = plane.lines[place.line];
  if (place.plane == host_) return true;
  if (!is_device_[place.plane] || line.is_derived_by_id()) return false;
  if (!rules_.xspace_rows) return true;
  return plane.kind == XPlane::Kind::kTpu ? line.name == "XLA Ops"
                                          : !line.is_derived_by_name();
}

Status XSpaceReader::ReadSums() {
  const SumRules rules = RulesOfSums();
  StatKeys stats = LineSummer::kStats | kMemoryStats;
  if (rules.stretches_of) stats = stats | LineSummer::kHandOverStats;
  sums_.resize(lines_.size());
  return ForEachLine([&](size_t i, LineReader& reader) {
    if (!IsSummed(lines_[i])) return;
    const bool sorts = rules_.xspace_rows && !states_[i].is_sorted;
    LineSummer summer(
        {PlaneOf(lines_[i]), i, is_node_[i], sorts || states_[i].in_order,
         calls_[i].tree},
        groups_, rules, has_devices_);
    if (sorts) {
      reader.ReadSorted(stats, summer);
    } else {
      reader.Read(stats, summer);
    }
    sums_[i] = std::make_unique<LineSums>(summer.Finish());
  });
}

std::set<std::string_view> XSpaceReader::ModulesThatRan() const {
  std::set<std::string_view> ran;
  for (const std::unique_ptr<LineSums>& line : sums_) {
    if (line == nullptr) continue;
    for (const LineSums::RowKey& row : line->rows) ran.insert(row.module);
  }
  return ran;
}

Recording XSpaceReader::Build() {
  for (const PlaneReader& plane : planes_) {
    recording_.planes.push_back(
        {plane.plane().name, plane.plane().lines.size(), 0, 0, 0});
  }
  for (size_t i = 0; i < lines_.size(); ++i) {
    Recording::Plane& plane = recording_.planes[lines_[i].plane];
    plane.events += is_node_[i].size();
    plane.nameless_events += states_[i].nameless;
    plane.impossible_events += states_[i].impossible;
  }
  recording_.grouped_by = groups_.by;
  const SumRules rules = RulesOfSums();
  RecordingBuilder builder(std::move(recording_),
                           {rules, has_devices_, options_.wants_whole, jobs_});
  size_t line = 0;
  for (size_t i = 0; i < planes_.size(); ++i) {
    const XPlane& plane = planes_[i].plane();
    if (i == host_ || is_device_[i]) builder.AddPlane(plane);
    for (; line < lines_.size() && lines_[line].plane == i; ++line) {
      if (sums_[line] == nullptr) continue;
      builder.AddLine(plane, std::move(*sums_[line]));
      sums_[line].reset();
    }
  }
  return builder.Finish(groups_, calls_);
}

Result<Recording> XSpaceReader::ReadEvents(std::string_view host,
                                           DumpSink& sink) {
  TFPROF_RETURN_IF_ERROR(ReadSpace());
  TFPROF_RETURN_IF_ERROR(ReadPlanes());
  if (recording_.host.empty()) recording_.host = host;
  sink.BeginHost(recording_.host);
  size_t line = 0;
  for (size_t i = 0; i < planes_.size(); ++i) {
    const XPlane& plane = planes_[i].plane();
    sink.BeginPlane(plane.name);
    Recording::Plane& found = recording_.planes.emplace_back();
    found.name = plane.name;
    EventForwarder forwarder(plane, recording_.strings, sink);
    for (; line < lines_.size() && lines_[line].plane == i; ++line) {
      const XLine& of_line = plane.lines[lines_[line].line];
      sink.BeginLine(of_line.name.empty() ? std::to_string(of_line.id)
                                          : of_line.name);
      LineReader reader = ReaderOf(lines_[line]);
      try {
        reader.Read({}, forwarder);
      } catch (const protozero::exception& damage) {
        return Damage(reader.at(), damage);
      }
      found.events += reader.events();
      found.nameless_events += reader.nameless_events();
      found.impossible_events += reader.impossible_events();
    }
  }
  return std::move(recording_);
}

Result<Recording> XSpaceReader::Read() {
  TFPROF_RETURN_IF_ERROR(ReadSpace());
  TFPROF_RETURN_IF_ERROR(ReadPlanes());
  TFPROF_RETURN_IF_ERROR(ReadLinks());
  TFPROF_RETURN_IF_ERROR(ReadSums());
  recording_.programs =
      ReadPrograms(planes_, ModulesThatRan(), source_, diagnostics_);
  return Build();
}

}  // namespace

Result<Recording> ReadXSpaceEvents(const Source& source, DumpSink& sink,
                                   std::string_view host,
                                   Diagnostics& diagnostics) {
  return XSpaceReader(source, {}, diagnostics).ReadEvents(host, sink);
}

Result<Recording> ReadXSpace(const Source& source,
                             const RecordingOptions& options,
                             Diagnostics& diagnostics) {
  return XSpaceReader(source, options, diagnostics).Read();
}

}  // namespace tfprof
