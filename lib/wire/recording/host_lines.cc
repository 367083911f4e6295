// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/host_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "recorded/busy_operations.h"
#include "recorded/event_details.h"
#include "recorded/event_words.h"

namespace tfprof {

namespace {

// The stats of steps, launches and links.
constexpr RecordedStatSet kHostStats{
    RecordedStat::kConsumer,      RecordedStat::kConsumerType,
    RecordedStat::kProducer,      RecordedStat::kProducerType,
    RecordedStat::kRoot,          RecordedStat::kStepNum,
    RecordedStat::kGraphType,     RecordedStat::kGroupId,
    RecordedStat::kRunId,         RecordedStat::kHloOp,
    RecordedStat::kFunctionCall,  RecordedStat::kCorrelationId,
    RecordedStat::kDeviceOrdinal, RecordedStat::kOfRuntime,
    RecordedStat::kIsFunction,    RecordedStat::kTracingCount};

// Only events of the runtime have one of these.
constexpr RecordedStatSet kRuntimeStats{RecordedStat::kOfRuntime,
                                        RecordedStat::kIsFunction};

// The additional stats that identify an instruction.
constexpr RecordedStatSet kInstructionStats{
    RecordedStat::kHloModule, RecordedStat::kProgramId,
    RecordedStat::kHloCategory, RecordedStat::kName, RecordedStat::kTfOp};

constexpr RecordedStatSet kAllocationStats{RecordedStat::kAddress,
                                           RecordedStat::kAllocationBytes,
                                           RecordedStat::kAllocatorName,
                                           RecordedStat::kBytesAllocated,
                                           RecordedStat::kBytesAvailable,
                                           RecordedStat::kBytesReserved,
                                           RecordedStat::kDataType,
                                           RecordedStat::kFragmentation,
                                           RecordedStat::kIndexOnHost,
                                           RecordedStat::kPeakBytes,
                                           RecordedStat::kRegionType,
                                           RecordedStat::kRequestedBytes,
                                           RecordedStat::kShape,
                                           RecordedStat::kTfOp};

constexpr RecordedStatSet kOfMetas =
    kInstructionStats | RecordedStatSet(RecordedStat::kHloOp);

}  // namespace

uint32_t LinkTable::Add(int64_t type, int64_t id) {
  return rows_.insert({Key{type, id}, size()}).first->second;
}

uint32_t LinkTable::Find(int64_t type, int64_t id) const {
  const auto found = rows_.find(Key{type, id});
  return found == rows_.end() ? kNoRow : found->second;
}

uint32_t HostLinesReader::NameOf(PlaneTables& plane, uint32_t meta) {
  uint32_t& name = name_of_meta_[meta];
  if (name != kNoRow) return name;
  const StringId text = host_.strings.Intern(plane.metas()[meta].name);
  const auto [found, is_new] = name_of_text_.insert(
      {text.value, static_cast<uint32_t>(host_.events.names.size())});
  if (is_new) {
    host_.events.names.push_back(ClassifyHostEvent(host_.Text(text)));
    host_.events.names.back().text = text;
  }
  return name = found->second;
}

// Stats that share their place with those of markers.
void HostLinesReader::ReadDetails(PlaneTables& plane, const FileEvent& event,
                                  HostEvents::Stats& row) {
  const EventStats& stats = event.stats;
  const bool has_count = stats.HasNumber(RecordedStat::kTracingCount) &&
                         !row.Is(HostEvents::kStepNum);
  if (has_count) {
    row.has |= kHasTracingCount;
    row.step_num = stats.Number(RecordedStat::kTracingCount);
  }
  if (IsStageOfInput(plane.metas()[event.meta].name) &&
      !row.graph_type.valid()) {
    row.graph_type = plane.Intern(RecordedStat::kName, stats, host_.strings);
  }
}

uint32_t HostLinesReader::StatsOf(PlaneTables& plane, const FileEvent& event) {
  const EventStats& stats = event.stats;
  if (stats.empty()) return kNoRow;
  HostEvents::Stats row;
  const auto take = [&](RecordedStat stat, HostEvents::Has has,
                        int64_t& number) {
    if (!stats.HasNumber(stat)) return;
    row.has |= has;
    number = stats.Number(stat);
  };
  take(RecordedStat::kStepNum, HostEvents::kStepNum, row.step_num);
  take(RecordedStat::kGroupId, HostEvents::kGroupId, row.group_id);
  take(RecordedStat::kRunId, HostEvents::kRunId, row.run_id);
  take(RecordedStat::kCorrelationId, HostEvents::kCorrelationId,
       row.correlation_id);
  if (stats.Number(RecordedStat::kRoot) != 0) row.has |= HostEvents::kRoot;
  if (stats.Has(RecordedStat::kHloOp)) row.has |= HostEvents::kHloOp;
  if (stats.HasNumber(RecordedStat::kDeviceOrdinal)) {
    row.has |= HostEvents::kDeviceOrdinal;
    row.device_ordinal =
        static_cast<int32_t>(stats.Number(RecordedStat::kDeviceOrdinal));
  }
  if (stats.Has(RecordedStat::kFunctionCall)) {
    row.has |= HostEvents::kFunctionCall;
    if (stats.Text(RecordedStat::kFunctionCall).starts_with("traced")) {
      row.has |= HostEvents::kTraced;
    }
  }
  if (stats.HasAny(kRuntimeStats)) row.has |= kHasStatOfRuntime;
  row.graph_type = plane.Intern(RecordedStat::kGraphType, stats, host_.strings);
  ReadDetails(plane, event, row);
  const auto link = [&](RecordedStat type, RecordedStat id) {
    if (!stats.HasNumber(id)) return kNoRow;
    return links_.Add(
        stats.HasNumber(type) ? stats.Number(type) : LinkTable::kNoType,
        stats.Number(id));
  };
  row.produces = link(RecordedStat::kProducerType, RecordedStat::kProducer);
  row.consumes = link(RecordedStat::kConsumerType, RecordedStat::kConsumer);
  const bool has_any = row.has != 0 || row.graph_type.valid() ||
                       row.produces != kNoRow || row.consumes != kNoRow;
  if (!has_any) return kNoRow;
  host_.events.stats.push_back(row);
  return static_cast<uint32_t>(host_.events.stats.size() - 1);
}

void HostLinesReader::ReadMemory(PlaneTables& plane, const EventStats& stats,
                                 bool is_allocation) {
  RecordedHost::MemoryRecord& row = host_.memory.emplace_back();
  row.is_allocation = is_allocation;
  row.reserved_bytes = stats.Number(RecordedStat::kBytesReserved);
  row.allocated_bytes = stats.Number(RecordedStat::kBytesAllocated);
  row.available_bytes = stats.Number(RecordedStat::kBytesAvailable);
  row.lifetime_peak_bytes = stats.Number(RecordedStat::kPeakBytes);
  row.fragmentation = stats.Real(RecordedStat::kFragmentation).value_or(0);
  row.requested_bytes = stats.Number(RecordedStat::kRequestedBytes);
  row.bytes = stats.Number(RecordedStat::kAllocationBytes);
  row.address = stats.Number(RecordedStat::kAddress);
  row.dtype = stats.Number(RecordedStat::kDataType);
  row.op = plane.Intern(RecordedStat::kTfOp, stats, host_.strings);
  row.region = plane.Intern(RecordedStat::kRegionType, stats, host_.strings);
  row.shape = plane.Intern(RecordedStat::kShape, stats, host_.strings);
  row.allocator =
      plane.Intern(RecordedStat::kAllocatorName, stats, host_.strings);
  if (row.allocator.valid()) return;
  for (const RecordedStat number :
       {RecordedStat::kIndexOnHost, RecordedStat::kDeviceOrdinal}) {
    if (!stats.HasNumber(number)) continue;
    row.allocator =
        host_.strings.Intern(fmt::format("{}", stats.Number(number)));
    return;
  }
}

uint32_t HostLinesReader::ExtraOf(PlaneTables& plane, FileEvent& event,
                                  const HostEvents::Row& row) {
  const EventStats& stats = event.stats;
  Extra extra;
  const std::string_view name = plane.metas()[event.meta].name;
  const bool is_allocation = name == "MemoryAllocation";
  if (needs_.memory && (is_allocation || name == "MemoryDeallocation")) {
    extra.memory = static_cast<uint32_t>(host_.memory.size());
    ReadMemory(plane, stats, is_allocation);
  }
  if (stats.Has(RecordedStat::kHloOp) &&
      !stats.Has(RecordedStat::kCorrelationId)) {
    if (IsPossibleTime(row.begin_ps, event.duration_ps)) {
      extra.is_work = true;
      plane.AddMetaStats(event.meta, kOfMetas, event.stats);
      WorkIdentity identity;
      identity.kind = DeviceKind::kCpu;
      identity.name = host_.strings.Intern(name);
      identity.hlo_op =
          plane.Intern(RecordedStat::kHloOp, stats, host_.strings);
      identity.hlo_module =
          plane.Intern(RecordedStat::kHloModule, stats, host_.strings);
      identity.hlo_category =
          plane.Intern(RecordedStat::kHloCategory, stats, host_.strings);
      identity.op_name =
          plane.Intern(RecordedStat::kName, stats, host_.strings);
      identity.tf_op = plane.Intern(RecordedStat::kTfOp, stats, host_.strings);
      identity.has_program_id = stats.HasNumber(RecordedStat::kProgramId);
      identity.program_id =
          static_cast<uint64_t>(stats.Number(RecordedStat::kProgramId));
      extra.work.node = nodes_.NodeOf(identity);
    } else {
      ++impossible_events_;
    }
  }
  if (!extra.is_work && extra.memory == kNoRow) return kNoRow;
  extras_.push_back(extra);
  return static_cast<uint32_t>(extras_.size() - 1);
}

void HostLinesReader::Read(PlaneTables& plane, uint32_t first_line,
                           const SpaceClock& clock, const Bytes& file) {
  RecordedStatSet wanted = kHostStats | kInstructionStats;
  if (needs_.memory) wanted = wanted | kAllocationStats;
  name_of_meta_.assign(plane.metas().size(), kNoRow);
  FileEvent event;
  std::vector<HostEvents::Row>& rows = host_.events.rows;
  for (size_t i = 0; i < plane.lines().size(); ++i) {
    const FileLine& line = plane.lines()[i];
    RecordedHost::Line& of = host_.lines[first_line + i];
    of.first = static_cast<uint32_t>(rows.size());
    extras_.clear();
    plane.ForEachEvent(line, wanted, event, [&](FileEvent& it) {
      HostEvents::Row row;
      row.begin_ps = clock.BeginPs(line.timestamp_ns, it.offset_ps);
      row.end_ps = SpaceClock::EndPs(row.begin_ps, it.duration_ps);
      row.name = NameOf(plane, it.meta);
      row.line = static_cast<uint32_t>(first_line + i);
      row.stats = StatsOf(plane, it);
      const HostEvents::Name& name = host_.events.names[row.name];
      const bool is_operation = name.is_operation || name.is_eager;
      if (is_operation && !IsPossibleTime(row.begin_ps, it.duration_ps)) {
        ++impossible_events_;
      }
      // Until they are in order, the place of the extra stands here.
      row.parent = ExtraOf(plane, it, row);
      rows.push_back(row);
    });
    of.end = static_cast<uint32_t>(rows.size());
    SortAndNest(of);
    const char* const end = line.bytes.data() + line.bytes.size();
    file.Forget(static_cast<size_t>(end - file.view().data()));
  }
}

void HostLinesReader::SortAndNest(const RecordedHost::Line& line) {
  const auto is_before = [](const HostEvents::Row& a,
                            const HostEvents::Row& b) {
    return a.begin_ps != b.begin_ps ? a.begin_ps < b.begin_ps
                                    : a.end_ps > b.end_ps;
  };
  std::vector<HostEvents::Row>& rows = host_.events.rows;
  const auto first = rows.begin() + line.first;
  const auto end = rows.begin() + line.end;
  if (!std::is_sorted(first, end, is_before)) {
    std::stable_sort(first, end, is_before);
  }
  std::vector<uint32_t> open;
  for (uint32_t row = line.first; row < line.end; ++row) {
    while (!open.empty() && rows[open.back()].end_ps < rows[row].end_ps) {
      open.pop_back();
    }
    const uint32_t place = rows[row].parent;
    rows[row].parent = open.empty() ? kNoRow : open.back();
    open.push_back(row);
    if (place == kNoRow) continue;
    Extra& extra = extras_[place];
    if (extra.memory != kNoRow) host_.memory[extra.memory].event = row;
    if (!extra.is_work) continue;
    extra.work.event = row;
    works_.push_back(extra.work);
  }
}

void HostLinesReader::Finish(WorkParts& parts) {
  HostEvents& events = host_.events;
  // Rows by link, in order, by counting.
  const auto index = [&](uint32_t HostEvents::Stats::*link) {
    std::vector<uint64_t> ends(links_.size() + 1, 0);
    for (const HostEvents::Row& row : events.rows) {
      if (row.stats == kNoRow) continue;
      const uint32_t at = events.stats[row.stats].*link;
      if (at != kNoRow) ++ends[at + 1];
    }
    for (size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    std::vector<uint32_t> items(ends.back());
    for (uint32_t row = 0; row < events.rows.size(); ++row) {
      if (events.rows[row].stats == kNoRow) continue;
      const uint32_t at = events.stats[events.rows[row].stats].*link;
      if (at != kNoRow) items[ends[at]++] = row;
    }
    ends.pop_back();
    return Lists<uint32_t>(std::move(items), ends);
  };
  events.producers = index(&HostEvents::Stats::produces);
  events.consumers = index(&HostEvents::Stats::consumes);

  // By device, then in the order of lines.
  const auto ordinal_of = [&](const CpuWork& work) -> int64_t {
    const HostEvents::Stats& stats = events.StatsOf(work.event);
    return stats.Is(HostEvents::kDeviceOrdinal) ? stats.device_ordinal : 0;
  };
  const auto is_before = [&](const CpuWork& a, const CpuWork& b) {
    return ordinal_of(a) < ordinal_of(b);
  };
  if (!std::is_sorted(works_.begin(), works_.end(), is_before)) {
    std::stable_sort(works_.begin(), works_.end(), is_before);
  }
  host_.work.rows.reserve(works_.size());
  parts.extras.resize(works_.size());
  for (const CpuWork& work : works_) {
    const HostEvents::Row& event = events[work.event];
    Executions::Row row;
    row.begin_ps = event.begin_ps;
    row.end_ps = event.end_ps;
    row.self_ps = event.length_ps();
    row.device = host_.DeviceRow(DeviceKind::kCpu, ordinal_of(work));
    row.lane = event.line;
    row.node = work.node;
    row.name = events.names[event.name].text;
    row.event = work.event;
    const HostEvents::Stats& stats = events.StatsOf(work.event);
    if (stats.Is(HostEvents::kGroupId)) {
      row.group = parts.GroupRow(host_, stats.group_id);
    }
    host_.work.rows.push_back(row);
  }
  works_ = {};
}

}  // namespace tfprof
