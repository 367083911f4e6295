// SPDX-License-Identifier: Apache-2.0
#include "wire/xspace/xspace_reader.h"

#include <algorithm>
#include <memory>
#include <string>

#include "base/strings.h"
#include "model/xspace/line_links.h"
#include "wire/xspace/space_reader.h"

namespace tfprof {

namespace {

bool HasLoop(const XPlane& plane) {
  return std::any_of(
      plane.names.begin(), plane.names.end(),
      [](const EventName& name) { return name.type == EventType::kLoop; });
}

// Whether a plane is looked at no more. Those may be very many.
bool HasNothing(const PlaneReader& reader) {
  const XPlane& plane = reader.plane();
  return plane.kind == XPlane::Kind::kOther && plane.lines.empty() &&
         reader.programs().empty() && !HasLoop(plane);
}

}  // namespace

Status XSpaceReader::ReadPlanes() {
  TFPROF_ASSIGN_OR_RETURN(SpaceParts space, SplitSpace(source_, diagnostics_));
  recording_.host = StandInForPlace(space.host);
  recording_.errors = std::move(space.errors);
  recording_.warnings = std::move(space.warnings);
  bool has_tpu = false;
  planes_.reserve(space.planes.size());
  recording_.planes.reserve(space.planes.size());
  for (const std::string_view bytes : space.planes) {
    PlaneReader& reader =
        *planes_.emplace_back(std::make_unique<PlaneReader>());
    try {
      reader.Read(bytes, recording_.strings);
      for (const std::string& version : reader.Versions()) {
        recording_.versions.push_back(ValidUtf8(version));
      }
      if (recording_.start_ns == 0) recording_.start_ns = reader.StartNs();
    } catch (const protozero::exception& damage) {
      return Damage(reader.at(), damage);
    }
    const XPlane& plane = reader.plane();
    has_tpu = has_tpu || plane.kind == XPlane::Kind::kTpu;
    recording_.planes.push_back({recording_.strings.Intern(plane.name),
                                 static_cast<uint32_t>(plane.lines.size())});
    if (HasNothing(reader)) planes_.back().reset();
  }
  const XPlane::Kind device = has_tpu ? XPlane::Kind::kTpu : XPlane::Kind::kGpu;
  size_t count = 0;
  for (const Recording::Plane& plane : recording_.planes) count += plane.lines;
  lines_.reserve(count);
  is_device_.resize(planes_.size(), false);
  for (uint32_t i = 0; i < planes_.size(); ++i) {
    if (planes_[i] == nullptr) continue;
    const XPlane& plane = planes_[i]->plane();
    is_device_[i] = plane.kind == device;
    has_devices_ = has_devices_ || plane.kind == device;
    // tfprof: of two planes of the host the first one counts.
    if (plane.kind == XPlane::Kind::kHost && host_ == SIZE_MAX) host_ = i;
    for (uint32_t line = 0; line < plane.lines.size(); ++line) {
      lines_.push_back({i, line});
    }
  }
  FindEpoch();
  return {};
}

void XSpaceReader::Count(uint32_t plane, uint64_t events, uint64_t nameless,
                         uint64_t impossible) {
  recording_.planes[plane].events += events;
  if (nameless == 0 && impossible == 0) return;
  auto& complaints = recording_.complaints;
  if (complaints.empty() || complaints.back().plane != plane) {
    complaints.push_back({plane});
  }
  complaints.back().nameless_events += nameless;
  complaints.back().impossible_events += impossible;
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

Status XSpaceReader::ReadLinks() {
  struct ReadLine {
    LinkedLine linked;
    LineState state;
    uint64_t events = 0;
    uint64_t nameless = 0;
    uint64_t impossible = 0;
  };

  const LinkRules rules{rules_.xspace_rows, rules_.xspace_rows};
  LineLinks links;
  uint32_t call_count = 0;
  states_.reserve(lines_.size());
  const auto read_batch = [&](size_t begin, size_t end) -> Status {
    std::vector<ReadLine> lines(end - begin);
    TFPROF_RETURN_IF_ERROR(ForEachLine(begin, end, [&](size_t i,
                                                       LineReader& reader) {
      ReadLine& line = lines[i - begin];
      LineLinker linker(PlaneOf(lines_[i]), rules);
      reader.Read(LineLinker::kStats, linker);
      line.state.in_order = reader.in_order();
      line.state.is_sorted = reader.is_sorted();
      line.events = reader.events();
      line.nameless = reader.nameless_events();
      line.impossible = reader.impossible_events();
      line.linked = linker.Finish();
      if (!rules_.xspace_rows || reader.is_sorted()) return;
      LineLinker again(PlaneOf(lines_[i]), rules);
      reader.ReadSorted(LineLinker::kStats, again);
      line.linked = again.Finish();
    }));
    for (size_t i = begin; i < end; ++i) {
      auto& [linked, state, events, nameless, impossible] = lines[i - begin];
      state.first_word = static_cast<uint32_t>(is_node_.size());
      state.first_node = links.node_count;
      states_.push_back(state);
      const std::vector<uint64_t>& words = linked.is_node.words();
      is_node_.insert(is_node_.end(), words.begin(), words.end());
      Count(lines_[i].plane, events, nameless, impossible);
      links.Append(std::move(linked.links), call_count);
      if (linked.calls.size() == 1) continue;
      calls_.push_back(
          {i, call_count, &PlaneOf(lines_[i]), std::move(linked.calls)});
      call_count += calls_.back().tree.size() - 1;
    }
    return {};
  };
  TFPROF_RETURN_IF_ERROR(ForEachBatch(read_batch));
  bool has_loops = false;
  for (const auto& plane : planes_) {
    has_loops = has_loops || (plane != nullptr && HasLoop(plane->plane()));
  }
  groups_ = FindGroups(std::move(links), has_loops, !calls_.empty(),
                       {rules_.xspace_markers}, recording_.strings);
  return {};
}

Result<Recording> XSpaceReader::Read() {
  TFPROF_RETURN_IF_ERROR(ReadPlanes());
  TFPROF_RETURN_IF_ERROR(ReadLinks());
  TFPROF_RETURN_IF_ERROR(Build());
  return std::move(recording_);
}

Result<Recording> ReadXSpace(const Source& source,
                             const RecordingOptions& options,
                             Diagnostics& diagnostics) {
  return XSpaceReader(source, options, diagnostics).Read();
}

}  // namespace tfprof
