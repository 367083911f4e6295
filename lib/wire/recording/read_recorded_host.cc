// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/read_recorded_host.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "recorded/operations.h"
#include "recorded/work_parts.h"
#include "wire/recording/device_lines.h"
#include "wire/recording/file_notices.h"
#include "wire/recording/host_lines.h"
#include "wire/recording/other_events.h"
#include "wire/recording/program_index.h"
#include "wire/recording/split_space.h"

namespace tfprof {

namespace {

// "worker-1" of "run/worker-1.xplane.pb.gz".
std::string StemOfFile(std::string_view path) {
  std::string_view stem = path.substr(path.rfind('/') + 1);
  for (const std::string_view end : {".gz", ".zst", ".xplane.pb", ".pb"}) {
    if (stem.ends_with(end)) stem.remove_suffix(end.size());
  }
  return std::string(stem);
}

class RecordedHostReader {
 public:
  RecordedHostReader(const Source& source, const RecordedNeeds& needs,
                     bool with_events, Diagnostics& diagnostics)
      : source_(source),
        needs_(needs),
        with_events_(with_events),
        diagnostics_(diagnostics),
        host_(std::make_shared<RecordedHost>()) {}

  Result<std::shared_ptr<RecordedHost>> Read() {
    TFPROF_ASSIGN_OR_RETURN(const SpaceParts parts,
                            SplitSpace(source_, diagnostics_));
    host_->file_stem = StemOfFile(source_.path);
    host_->host =
        parts.host.empty() ? host_->file_stem : StandInForPlace(parts.host);
    host_->errors = parts.errors;
    host_->warnings = parts.warnings;
    try {
      for (const std::string_view bytes : parts.planes) {
        current_ = &planes_.emplace_back();
        current_->Read(bytes);
        // There may be very many that say nothing.
        if (current_->is_empty()) planes_.pop_back();
      }
      current_ = nullptr;
      // Before the lines are read, after which the file is given back.
      if (needs_.unknown_stats) CountUnknownStats();
      current_ = nullptr;
      AddLines();
      ReadLines();
    } catch (const protozero::exception& damage) {
      const char* const at = current_ == nullptr || current_->at() == nullptr
                                 ? source_.bytes.view().data()
                                 : current_->at();
      return XSpaceDamage(source_, at, damage);
    }
    return std::move(host_);
  }

 private:
  // Times that count from 1970 are those of old files.
  int64_t FindBaseNs() const {
    constexpr int64_t kSince1970 = 100'000'000'000'000'000;
    std::optional<int64_t> first_ns;
    for (const PlaneTables& plane : planes_) {
      for (const FileLine& line : plane.lines()) {
        if (line.events == 0 || line.timestamp_ns == 0) continue;
        first_ns = std::min(first_ns.value_or(INT64_MAX), line.timestamp_ns);
      }
    }
    return first_ns.value_or(0) < kSince1970 ? 0 : *first_ns;
  }

  void AddLines() {
    for (uint32_t i = 0; i < planes_.size(); ++i) {
      PlaneTables& plane = planes_[i];
      const auto uses = UsesOfLines(plane);
      RecordedHost::Plane row;
      row.name = host_->strings.Intern(plane.name());
      row.first_line = static_cast<uint32_t>(host_->lines.size());
      for (size_t line = 0; line < uses.size(); ++line) {
        const FileLine& from = plane.lines()[line];
        host_->lines.push_back({i, from.id, host_->strings.Intern(from.name),
                                uses[line], from.events});
      }
      row.end_line = static_cast<uint32_t>(host_->lines.size());
      host_->planes.push_back(row);
    }
  }

  void ReadLines() {
    const int64_t base_ns = FindBaseNs();
    host_->start_ns = base_ns;
    const SpaceClock clock(base_ns);
    ProgramIndex programs(*host_, source_, diagnostics_);
    for (PlaneTables& plane : planes_) {
      current_ = &plane;
      programs.AddPlane(plane);
    }
    current_ = nullptr;
    if (source_.with_programs) programs.CompileAll();
    NodeFinder nodes(*host_, programs);
    LinkTable links;
    WorkParts parts;
    HostLinesReader threads(*host_, nodes, links, needs_);
    ReserveEvents();
    for (size_t i = 0; i < planes_.size(); ++i) {
      if (!planes_[i].name().starts_with("/host:CPU")) continue;
      current_ = &planes_[i];
      threads.Read(planes_[i], host_->planes[i].first_line, clock,
                   source_.bytes);
    }
    threads.Finish(parts);
    parts.impossible_events = threads.impossible_events();
    DescribeEvents();
    ReadFileNotices(planes_, *host_);
    ReadDevices(nodes, links, parts, clock);
    FinishWork(*host_, parts);
    FindOperations(*host_, nodes);
    if (with_events_) ReadOtherEvents(clock);
    source_.bytes.Forget(source_.bytes.view().size());
    std::stable_sort(host_->device_steps.begin(), host_->device_steps.end(),
                     [](const DeviceStepPart& a, const DeviceStepPart& b) {
                       return a.begin_ps < b.begin_ps;
                     });
  }

  void ReserveEvents() {
    uint64_t count = 0;
    for (const RecordedHost::Plane& plane : host_->planes) {
      if (!host_->Text(plane.name).starts_with("/host:CPU")) continue;
      for (uint32_t i = plane.first_line; i < plane.end_line; ++i) {
        count += host_->lines[i].events;
      }
    }
    host_->events.rows.reserve(count);
  }

  void ReadDevices(NodeFinder& nodes, const LinkTable& links, WorkParts& parts,
                   const SpaceClock& clock) {
    std::vector<std::pair<PlaneDevice, size_t>> devices;
    for (size_t i = 0; i < planes_.size(); ++i) {
      if (const auto device = DeviceOfPlane(planes_[i].name())) {
        devices.emplace_back(*device, i);
      }
    }
    std::stable_sort(devices.begin(), devices.end(),
                     [](const auto& a, const auto& b) {
                       return std::pair(a.first.kind, a.first.number) <
                              std::pair(b.first.kind, b.first.number);
                     });
    DeviceLinesReader reader(*host_, nodes, links, parts);
    for (const auto& [device, i] : devices) {
      current_ = &planes_[i];
      reader.Read(planes_[i], device, host_->planes[i].first_line, clock);
    }
  }

  void ReadOtherEvents(const SpaceClock& clock) {
    for (size_t i = 0; i < planes_.size(); ++i) {
      PlaneTables& plane = planes_[i];
      if (plane.name().starts_with("/host:CPU")) continue;
      current_ = &plane;
      const auto of = DeviceOfPlane(plane.name());
      const uint32_t device =
          of ? host_->FindDevice(of->kind, of->number) : kNoRow;
      OtherEventsReader reader(*host_, plane, device, clock);
      for (size_t line = 0; line < plane.lines().size(); ++line) {
        const RecordedHost::Line& row =
            host_->lines[host_->planes[i].first_line + line];
        if (row.use == RecordedHost::LineUse::kWork) continue;
        reader.Read(plane.lines()[line]);
      }
    }
  }

  // Facts about the recording as a whole from the events of threads.
  void DescribeEvents() {
    const HostEvents& events = host_->events;
    for (const HostEvents::Name& name : events.names) {
      const std::string_view text = host_->Text(name.text);
      host_->is_python_traced |= name.is_python;
      host_->has_jit_calls |= text.starts_with("PjitFunction(") ||
                              text.starts_with("PmapFunction(");
      host_->has_operations |=
          name.is_operation || text.starts_with("EagerLocalExecute");
    }
    for (const RecordedHost::Line& line : host_->lines) {
      int64_t end_ps = INT64_MIN;
      for (uint32_t row = line.first; row < line.end; ++row) {
        if (!events.NameOf(row).is_jit_call) continue;
        if (events[row].begin_ps < end_ps) continue;
        host_->jit_calls.push_back(row);
        end_ps = events[row].end_ps;
      }
    }
    std::stable_sort(host_->jit_calls.begin(), host_->jit_calls.end(),
                     [&](uint32_t a, uint32_t b) {
                       return events[a].begin_ps < events[b].begin_ps;
                     });
  }

  void CountUnknownStats() {
    std::map<std::string_view, uint64_t> counts;
    for (PlaneTables& plane : planes_) {
      current_ = &plane;
      plane.CountUnknownStats([&](std::string_view name) { ++counts[name]; });
    }
    for (const auto& [name, events] : counts) {
      host_->unknown_stats.push_back({host_->strings.Intern(name), events});
    }
    std::stable_sort(
        host_->unknown_stats.begin(), host_->unknown_stats.end(),
        [](const auto& a, const auto& b) { return a.events > b.events; });
  }

  const Source& source_;
  const RecordedNeeds needs_;
  const bool with_events_;
  Diagnostics& diagnostics_;
  std::shared_ptr<RecordedHost> host_;
  std::deque<PlaneTables> planes_;
  PlaneTables* current_ = nullptr;
};

}  // namespace

Result<std::shared_ptr<RecordedHost>> ReadRecordedHost(
    const Source& source, const RecordedNeeds& needs, Diagnostics& diagnostics,
    bool with_events) {
  return RecordedHostReader(source, needs, with_events, diagnostics).Read();
}

}  // namespace tfprof
