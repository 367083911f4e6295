// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/device_lines.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>

#include "recorded/identify.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

constexpr RecordedStatSet kTimesOnDevice{RecordedStat::kDeviceOffset,
                                         RecordedStat::kDeviceDuration};

constexpr RecordedStatSet kWorkStats{
    RecordedStat::kHloOp,         RecordedStat::kHloModule,
    RecordedStat::kHloCategory,   RecordedStat::kName,
    RecordedStat::kTfOp,          RecordedStat::kProgramId,
    RecordedStat::kLevel,         RecordedStat::kAnnotation,
    RecordedStat::kMemcpyDetails, RecordedStat::kMemsetDetails,
    RecordedStat::kCorrelationId, RecordedStat::kGroupId,
    RecordedStat::kCudaGraphId,   RecordedStat::kFloatOps};

// The stats that an event takes from its name if it has none itself.
constexpr RecordedStatSet kMetaStats{
    RecordedStat::kHloOp,       RecordedStat::kHloModule,
    RecordedStat::kHloCategory, RecordedStat::kName,
    RecordedStat::kTfOp,        RecordedStat::kProgramId,
    RecordedStat::kFloatOps};

constexpr uint32_t kFirstDerivedId = 0xdeadbeef;

bool IsDerivedLine(const FileLine& line) {
  constexpr std::string_view kNames[] = {"Steps",
                                         "XLA Modules",
                                         "XLA Ops",
                                         "TensorFlow Ops",
                                         "TensorFlow Name Scope",
                                         "Framework Ops",
                                         "Framework Name Scope",
                                         "Source",
                                         "Source code",
                                         "Launch Stats",
                                         "XLA TraceMe",
                                         "Async XLA Ops",
                                         "XLA Async Ops",
                                         "Tensor Core",
                                         "Overlay",
                                         "TC Overlay",
                                         "_counters_"};
  return static_cast<uint32_t>(line.id) - kFirstDerivedId <= 7 ||
         std::find(std::begin(kNames), std::end(kNames), line.name) !=
             std::end(kNames);
}

bool HasEventsNamed(const PlaneTables& plane, std::string_view name) {
  return std::any_of(plane.lines().begin(), plane.lines().end(),
                     [&](const FileLine& line) {
                       return line.name == name && line.events > 0;
                     });
}

bool HasTimesOnDevice(const EventStats& stats) {
  return stats.HasNumber(RecordedStat::kDeviceOffset) &&
         stats.HasNumber(RecordedStat::kDeviceDuration);
}

}  // namespace

std::optional<PlaneDevice> DeviceOfPlane(std::string_view plane) {
  PlaneDevice device;
  if (plane.starts_with("/device:TPU:")) {
    device.kind = DeviceKind::kTpu;
  } else if (!plane.starts_with("/device:GPU:")) {
    return std::nullopt;
  }
  plane.remove_prefix(std::string_view("/device:GPU:").size());
  if (plane.empty() || plane[0] == '-') return std::nullopt;
  const char* const end = plane.data() + plane.size();
  const auto parsed = std::from_chars(plane.data(), end, device.number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return device;
}

std::vector<RecordedHost::LineUse> UsesOfLines(const PlaneTables& plane) {
  using LineUse = RecordedHost::LineUse;
  const auto device = DeviceOfPlane(plane.name());
  std::string_view work;  // the name of a TPU's lines of work
  if (device && device->kind == DeviceKind::kTpu) {
    for (const std::string_view name : {"XLA Modules", "XLA Ops"}) {
      if (HasEventsNamed(plane, name)) work = name;
    }
  }
  std::vector<LineUse> uses;
  for (const FileLine& line : plane.lines()) {
    LineUse use = LineUse::kNotKnown;
    if (device) {
      const bool is_derived = IsDerivedLine(line);
      const bool is_work =
          device->kind == DeviceKind::kGpu
              ? !is_derived
              : !work.empty() && line.name == work && line.events > 0;
      if (is_work) {
        use = LineUse::kWork;
      } else if (line.name == "_counters_") {
        use = LineUse::kCounters;
      } else if (is_derived) {
        use = LineUse::kDerived;
      }
    } else if (plane.name() == "/host:CPU") {
      use = LineUse::kHostThread;
    }
    uses.push_back(use);
  }
  return uses;
}

DeviceLinesReader::DeviceLinesReader(RecordedHost& host, NodeFinder& nodes,
                                     const LinkTable& links, WorkParts& parts)
    : host_(host), nodes_(nodes), links_(links), parts_(parts), details_(host) {
  const HostEvents& events = host.events;
  for (uint32_t row = 0; row < events.size(); ++row) {
    const HostEvents::Stats& stats = events.StatsOf(row);
    if (!stats.Is(HostEvents::kCorrelationId)) continue;
    const auto [found, is_new] = launches_.insert({stats.correlation_id, row});
    if (is_new) continue;
    const HostEvents::Row& first = events[found->second];
    if (std::tie(events[row].begin_ps, events[row].end_ps) <
        std::tie(first.begin_ps, first.end_ps)) {
      found.value() = row;
    }
  }
}

StringId DeviceLinesReader::FallbackOf(PlaneTables& plane,
                                       const EventStats& stats) {
  if (stats.Has(RecordedStat::kLevel))
    return plane.Intern(RecordedStat::kLevel, stats, host_.strings);
  if (!stats.Has(RecordedStat::kAnnotation)) return {};
  const StringId whole =
      plane.Intern(RecordedStat::kAnnotation, stats, host_.strings);
  if (!whole.valid()) return {};
  const auto [found, is_new] =
      named_in_annotation_.insert({whole.value, StringId()});
  if (!is_new) return found->second;
  std::string_view rest = host_.Text(whole);
  for (;;) {
    const size_t at = rest.rfind("::");
    const std::string_view part = at == rest.npos ? rest : rest.substr(at + 2);
    if (ParseFrameworkName(part)) {
      const StringId named = host_.strings.Intern(part);
      named_in_annotation_[whole.value] = named;
      return named;
    }
    if (at == rest.npos) return {};
    rest = rest.substr(0, at);
  }
}

uint32_t DeviceLinesReader::NodeOf(PlaneTables& plane, const FileEvent& event,
                                   const Place& place) {
  const EventStats& stats = event.stats;
  const PlaneTables::Meta& meta = plane.metas()[event.meta];
  WorkIdentity identity;
  identity.kind = place.kind;
  identity.is_program = place.is_modules;
  identity.name = host_.strings.Intern(meta.name);
  if (place.is_modules) return nodes_.NodeOf(identity);
  if (place.kind == DeviceKind::kTpu) {
    identity.display_name = host_.strings.Intern(meta.display_name);
  }
  identity.has_program_id = stats.HasNumber(RecordedStat::kProgramId);
  identity.program_id =
      static_cast<uint64_t>(stats.Number(RecordedStat::kProgramId));
  identity.hlo_op = plane.Intern(RecordedStat::kHloOp, stats, host_.strings);
  identity.hlo_module =
      plane.Intern(RecordedStat::kHloModule, stats, host_.strings);
  identity.hlo_category =
      plane.Intern(RecordedStat::kHloCategory, stats, host_.strings);
  identity.op_name = plane.Intern(RecordedStat::kName, stats, host_.strings);
  identity.tf_op = plane.Intern(RecordedStat::kTfOp, stats, host_.strings);
  if (stats.Has(RecordedStat::kMemcpyDetails)) {
    identity.detail = WorkIdentity::kCopies;
  } else if (stats.Has(RecordedStat::kMemsetDetails)) {
    identity.detail = WorkIdentity::kSets;
  }
  if (!stats.Has(RecordedStat::kHloOp))
    identity.fallback = FallbackOf(plane, stats);
  const uint32_t node = nodes_.NodeOf(identity);
  RecordedNode& row = host_.nodes[node];
  row.float_ops =
      std::max(row.float_ops, stats.Number(RecordedStat::kFloatOps));
  return node;
}

void DeviceLinesReader::ReadWork(PlaneTables& plane, const FileLine& line,
                                 const Place& place, const SpaceClock& clock) {
  RecordedStatSet wanted = kWorkStats | kDetailStats;
  RecordedStatSet of_name = kMetaStats;
  if (place.kind == DeviceKind::kTpu) {
    wanted = wanted | kTimesOnDevice;
    of_name = of_name | kDetailStats;
  }
  FileEvent event;
  uint32_t order = 0;
  plane.ForEachEvent(line, wanted, event, [&](FileEvent& it) {
    Executions::Row row;
    WorkExtra extra;
    row.order = order++;
    row.begin_ps = clock.BeginPs(line.timestamp_ns, it.offset_ps);
    int64_t duration_ps = it.duration_ps;
    extra.host_begin_ps = row.begin_ps;
    if (place.kind == DeviceKind::kTpu && HasTimesOnDevice(it.stats)) {
      row.begin_ps = it.stats.Number(RecordedStat::kDeviceOffset);
      duration_ps = it.stats.Number(RecordedStat::kDeviceDuration);
      device_clock_.Add(extra.host_begin_ps, row.begin_ps);
      if (it.duration_ps > 0) {
        device_clock_.Add(
            SpaceClock::EndPs(extra.host_begin_ps, it.duration_ps),
            SpaceClock::EndPs(row.begin_ps, duration_ps));
      }
    }
    if (!IsPossibleTime(row.begin_ps, duration_ps)) {
      ++parts_.impossible_events;
      return;
    }
    row.end_ps = row.begin_ps + duration_ps;
    row.self_ps = duration_ps;
    row.device = place.device;
    row.lane = place.line;
    row.name = host_.strings.Intern(plane.metas()[it.meta].name);
    if (it.stats.HasNumber(RecordedStat::kGroupId)) {
      row.group =
          parts_.GroupRow(host_, it.stats.Number(RecordedStat::kGroupId));
    }
    if (it.stats.HasNumber(RecordedStat::kCorrelationId)) {
      const int64_t id = it.stats.Number(RecordedStat::kCorrelationId);
      const auto launch = launches_.find(id);
      if (place.kind == DeviceKind::kGpu && launch != launches_.end()) {
        row.launch = launch->second;
      }
    }
    if (place.kind == DeviceKind::kGpu) {
      extra.id =
          static_cast<uint64_t>(it.stats.Number(RecordedStat::kCudaGraphId));
    }
    if (place.kind == DeviceKind::kGpu) {
      row.detail = details_.RowOf(plane, it.stats);
    }
    plane.AddMetaStats(it.meta, of_name, it.stats);
    if (place.kind == DeviceKind::kTpu) {
      row.detail = details_.RowOf(plane, it.stats);
    }
    if (place.kind == DeviceKind::kTpu &&
        it.stats.HasNumber(RecordedStat::kProgramId)) {
      extra.has_id = true;
      extra.id =
          static_cast<uint64_t>(it.stats.Number(RecordedStat::kProgramId));
    }
    row.node = NodeOf(plane, it, place);
    row.is_wait = host_.nodes[row.node].is_wait;
    host_.work.rows.push_back(row);
    parts_.extras.push_back(extra);
  });
}

void DeviceLinesReader::ReadModules(PlaneTables& plane, const FileLine& line,
                                    uint32_t device, const SpaceClock& clock) {
  const RecordedStatSet wanted =
      kTimesOnDevice |
      RecordedStatSet(RecordedStat::kConsumer, RecordedStat::kConsumerType);
  FileEvent event;
  plane.ForEachEvent(line, wanted, event, [&](const FileEvent& it) {
    ModuleEvent& module = parts_.modules.emplace_back();
    module.device = device;
    module.name = host_.strings.Intern(plane.metas()[it.meta].name);
    module.begin_ps = clock.BeginPs(line.timestamp_ns, it.offset_ps);
    module.end_ps = SpaceClock::EndPs(module.begin_ps, it.duration_ps);
    if (HasTimesOnDevice(it.stats)) {
      const int64_t begin_ps = it.stats.Number(RecordedStat::kDeviceOffset);
      module.on_device = {
          begin_ps,
          SpaceClock::EndPs(begin_ps,
                            it.stats.Number(RecordedStat::kDeviceDuration))};
    }
    if (it.stats.HasNumber(RecordedStat::kConsumer)) {
      module.link =
          links_.Find(it.stats.HasNumber(RecordedStat::kConsumerType)
                          ? it.stats.Number(RecordedStat::kConsumerType)
                          : LinkTable::kNoType,
                      it.stats.Number(RecordedStat::kConsumer));
    }
  });
}

void DeviceLinesReader::ReadAsync(PlaneTables& plane, const FileLine& line,
                                  uint32_t device, const SpaceClock& clock) {
  constexpr RecordedStatSet kNames{RecordedStat::kHloCategory,
                                   RecordedStat::kHloOp};
  FileEvent event;
  plane.ForEachEvent(line, kNames, event, [&](FileEvent& it) {
    RecordedHost::AsyncWork& row = host_.async_work.emplace_back();
    row.device = device;
    row.begin_ps = clock.BeginPs(line.timestamp_ns, it.offset_ps);
    row.end_ps = SpaceClock::EndPs(row.begin_ps, it.duration_ps);
    plane.AddMetaStats(it.meta, kNames, it.stats);
    row.category =
        plane.Intern(RecordedStat::kHloCategory, it.stats, host_.strings);
    row.instruction =
        plane.Intern(RecordedStat::kHloOp, it.stats, host_.strings);
    row.display_name =
        host_.strings.Intern(plane.metas()[it.meta].display_name);
  });
}

void DeviceLinesReader::ReadSteps(PlaneTables& plane, const FileLine& line,
                                  uint32_t device, const SpaceClock& clock) {
  const RecordedStatSet wanted =
      kTimesOnDevice |
      RecordedStatSet(RecordedStat::kGroupId, RecordedStat::kStepName);
  FileEvent event;
  plane.ForEachEvent(line, wanted, event, [&](const FileEvent& it) {
    DeviceStepPart& part = host_.device_steps.emplace_back();
    part.device = device;
    part.begin_ps = clock.BeginPs(line.timestamp_ns, it.offset_ps);
    part.duration_ps = it.duration_ps;
    if (HasTimesOnDevice(it.stats)) {
      part.begin_ps = it.stats.Number(RecordedStat::kDeviceOffset);
      part.duration_ps = it.stats.Number(RecordedStat::kDeviceDuration);
    }
    if (it.stats.HasNumber(RecordedStat::kGroupId))
      part.group = it.stats.Number(RecordedStat::kGroupId);
    part.label = plane.Intern(RecordedStat::kStepName, it.stats, host_.strings);
    if (host_.Text(part.label).empty()) {
      part.label = host_.strings.Intern(plane.metas()[it.meta].name);
    }
  });
}

void DeviceLinesReader::Read(PlaneTables& plane, const PlaneDevice& of,
                             uint32_t first_line, const SpaceClock& clock) {
  const uint32_t device = host_.DeviceRow(of.kind, of.number);
  host_.devices[device].facts = FactsOf(plane);
  const size_t first_async = host_.async_work.size();
  device_clock_ = {};
  for (size_t i = 0; i < plane.lines().size(); ++i) {
    const FileLine& line = plane.lines()[i];
    const auto row = static_cast<uint32_t>(first_line + i);
    const bool is_modules = line.name == "XLA Modules";
    const auto first_work = static_cast<uint32_t>(host_.work.size());
    const size_t first_module = parts_.modules.size();
    const bool is_work = host_.lines[row].use == RecordedHost::LineUse::kWork;
    if (is_work) {
      ReadWork(plane, line, {device, row, of.kind, is_modules}, clock);
    }
    if (of.kind == DeviceKind::kTpu && is_modules) {
      ReadModules(plane, line, device, clock);
      // Each is its own work, but for those with times that no run has.
      for (uint32_t work = first_work; work < host_.work.size(); ++work) {
        const size_t at = first_module + host_.work[work].order;
        parts_.modules[at].work = work;
      }
    }
    if (line.name == "Steps" ||
        static_cast<uint32_t>(line.id) == kFirstDerivedId) {
      ReadSteps(plane, line, device, clock);
    }
    const bool is_async =
        line.name == "Async XLA Ops" || line.name == "XLA Async Ops";
    if (of.kind == DeviceKind::kTpu && is_async) {
      ReadAsync(plane, line, device, clock);
    }
  }
  device_clock_.Finish();
  for (size_t i = first_async; i < host_.async_work.size(); ++i) {
    RecordedHost::AsyncWork& row = host_.async_work[i];
    row.begin_ps = device_clock_.ToDevice(row.begin_ps);
    row.end_ps = device_clock_.ToDevice(row.end_ps);
  }
}

}  // namespace tfprof
