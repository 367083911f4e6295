// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/reference_reader.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/strings.h"
#include "model/xspace/line_links.h"
#include "wire/recording/read_by_reference.h"

namespace tfprof {

namespace {

// Eleven days in picoseconds. Times beyond it are damage, and sums of two are
// far from the end of what 64 bits hold.
constexpr int64_t kMostPs = 1'000'000'000'000'000'000;
constexpr int64_t kMostLineNs = 4 * (kMostPs / 1000);
constexpr int64_t kMostOccurrences = int64_t{1} << 31;

bool IsWithin(int64_t value, int64_t most) {
  return value <= most && value >= -most;
}

// The names of a plane's events as the reference's rules see them.
XPlane NamesOf(const PlaneTables& tables, StringPool& strings) {
  XPlane plane;
  plane.name = tables.name();
  plane.kind = PlaneKindOf(plane.name);
  plane.names.reserve(tables.metas().size());
  for (uint32_t meta = 0; meta < tables.metas().size(); ++meta) {
    const EventName name =
        ClassifyEventName(tables.metas()[meta].name, strings);
    plane.has_calls = plane.has_calls || name.is_call;
    plane.names.push_back(name);
    EventStats stats;
    tables.AddMetaStats(meta, RecordedStatSet(RecordedStat::kFloatOps), stats);
    const int64_t float_ops = stats.Number(RecordedStat::kFloatOps);
    if (float_ops <= 0) continue;
    plane.float_ops.resize(plane.names.size());
    plane.float_ops.back() = float_ops;
  }
  return plane;
}

// When the recording began, in ns since 1970, if the plane says so; else 0.
int64_t StartNsOf(const PlaneTables& plane) {
  int64_t start_ns = 0;
  plane.ForEachStat([&](std::string_view name, const StatValue& value) {
    const bool is_start =
        name == "profile_start_time" && value.kind == StatValue::Kind::kNumber;
    if (is_start && start_ns == 0 && value.number > 0) start_ns = value.number;
  });
  return start_ns;
}

}  // namespace

bool ReferenceReader::IsPossible(const FileEvent& event, int64_t line_ns) {
  return event.occurrences >= 0 && event.occurrences <= kMostOccurrences &&
         IsWithin(event.offset_ps, kMostPs) && IsWithin(line_ns, kMostLineNs) &&
         event.duration_ps >= 0 && event.duration_ps <= kMostPs;
}

// The plane's stats such as "jax_version", as "jax 0.10.2", in order of name.
void ReferenceReader::AddVersions(const PlaneTables& plane) {
  constexpr std::string_view kSuffix = "_version";
  std::vector<std::string> versions;
  plane.ForEachStat([&](std::string_view name, const StatValue& value) {
    const bool is_version = value.kind == StatValue::Kind::kText &&
                            name.ends_with(kSuffix) && !value.text.empty();
    if (!is_version) return;
    name.remove_suffix(kSuffix.size());
    versions.push_back(fmt::format("{} {}", name, value.text));
  });
  std::sort(versions.begin(), versions.end());
  for (const std::string& version : versions) {
    recording_.versions.push_back(ValidUtf8(version));
  }
}

Status ReferenceReader::ReadPlanes() {
  TFPROF_ASSIGN_OR_RETURN(SpaceParts space, SplitSpace(source_, diagnostics_));
  recording_.host = StandInForPlace(space.host);
  recording_.errors = std::move(space.errors);
  recording_.warnings = std::move(space.warnings);
  bool has_tpu = false;
  size_t lines = 0;
  planes_.reserve(space.planes.size());
  recording_.planes.reserve(space.planes.size());
  for (const std::string_view bytes : space.planes) {
    Plane& plane = *planes_.emplace_back(std::make_unique<Plane>());
    const PlaneTables& tables = plane.tables;
    try {
      plane.tables.Read(bytes);
      plane.names = NamesOf(tables, recording_.strings);
      AddVersions(tables);
      if (recording_.start_ns == 0) recording_.start_ns = StartNsOf(tables);
    } catch (const protozero::exception& damage) {
      return Damage(tables.at(), damage);
    }
    const auto kind = plane.names.kind;
    has_tpu = has_tpu || kind == XPlane::Kind::kTpu;
    for (const EventName& name : plane.names.names) {
      has_loops_ = has_loops_ || name.type == EventType::kLoop;
    }
    lines += tables.lines().size();
    recording_.planes.push_back({recording_.strings.Intern(plane.names.name),
                                 static_cast<uint32_t>(tables.lines().size())});
    // Planes that are looked at no more may be very many.
    const bool has_nothing =
        kind == XPlane::Kind::kOther && tables.lines().empty();
    if (has_nothing) planes_.back().reset();
  }
  const XPlane::Kind device = has_tpu ? XPlane::Kind::kTpu : XPlane::Kind::kGpu;
  lines_.reserve(lines);
  is_device_.resize(planes_.size(), false);
  for (uint32_t i = 0; i < planes_.size(); ++i) {
    if (planes_[i] == nullptr) continue;
    const XPlane& plane = planes_[i]->names;
    is_device_[i] = plane.kind == device;
    has_devices_ = has_devices_ || plane.kind == device;
    // tfprof: of two planes of the host the first one counts.
    if (plane.kind == XPlane::Kind::kHost && host_ == SIZE_MAX) host_ = i;
    for (uint32_t line = 0; line < planes_[i]->tables.lines().size(); ++line) {
      lines_.push_back({i, line});
    }
  }
  FindEpoch();
  return {};
}

void ReferenceReader::Count(uint32_t plane, const EventCounts& counts) {
  recording_.planes[plane].events += counts.events;
  if (counts.nameless == 0 && counts.impossible == 0) return;
  auto& complaints = recording_.complaints;
  if (complaints.empty() || complaints.back().plane != plane) {
    complaints.push_back({plane});
  }
  complaints.back().nameless_events += counts.nameless;
  complaints.back().impossible_events += counts.impossible;
}

// Times count from the begin of the recording, but in old files from 1970, of
// which 64 bits of picoseconds hold the first 107 days.
void ReferenceReader::FindEpoch() {
  constexpr int64_t kElevenDays = 1'000'000'000'000'000;
  int64_t first = INT64_MAX;
  for (const LinePlace& place : lines_) {
    first = std::min(first, LineOf(place).timestamp_ns);
  }
  if (first <= kElevenDays || first == INT64_MAX) return;
  epoch_ns_ = recording_.start_ns = first;
}

Status ReferenceReader::ReadLinks() {
  struct ReadLink {
    LinkedLine linked;
    EventCounts counts;
    bool in_order = true;
  };

  LineLinks links;
  uint32_t call_count = 0;
  states_.reserve(lines_.size());
  const auto read_batch = [&](size_t begin, size_t end) -> Status {
    std::vector<ReadLink> lines(end - begin);
    TFPROF_RETURN_IF_ERROR(
        ForEachLine(begin, end, [&](size_t i, const char*& at) {
          ReadLink& line = lines[i - begin];
          LineLinker linker(PlaneOf(lines_[i]));
          line.counts = ReadLine(lines_[i], LineLinker::kStats, at, linker);
          line.in_order = linker.in_order();
          line.linked = linker.Finish();
        }));
    for (size_t i = begin; i < end; ++i) {
      auto& [linked, counts, in_order] = lines[i - begin];
      states_.push_back(
          {static_cast<uint32_t>(is_node_.size()), links.node_count, in_order});
      const std::vector<uint64_t>& words = linked.is_node.words();
      is_node_.insert(is_node_.end(), words.begin(), words.end());
      Count(lines_[i].plane, counts);
      links.Append(std::move(linked.links), call_count);
      if (linked.calls.size() == 1) continue;
      calls_.push_back(
          {i, call_count, &PlaneOf(lines_[i]), std::move(linked.calls)});
      call_count += calls_.back().tree.size() - 1;
    }
    return {};
  };
  TFPROF_RETURN_IF_ERROR(ForEachBatch(read_batch));
  groups_ = FindGroups(std::move(links), has_loops_, !calls_.empty(),
                       recording_.strings);
  return {};
}

Result<Recording> ReferenceReader::Read() {
  TFPROF_RETURN_IF_ERROR(ReadPlanes());
  TFPROF_RETURN_IF_ERROR(ReadLinks());
  TFPROF_RETURN_IF_ERROR(Build());
  return std::move(recording_);
}

Result<Recording> ReadByReference(const Source& source,
                                  const RecordingOptions& options,
                                  Diagnostics& diagnostics) {
  return ReferenceReader(source, options, diagnostics).Read();
}

}  // namespace tfprof
