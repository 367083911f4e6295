// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/capture_sections.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/keyed.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct LineUseWords {
  RecordedHost::LineUse id;
  std::string_view words;
};

constexpr LineUseWords kLineUseWords[] = {
    {RecordedHost::LineUse::kWork, "work"},
    {RecordedHost::LineUse::kDerived, "derived"},
    {RecordedHost::LineUse::kCounters, "counters"},
    {RecordedHost::LineUse::kHostThread, "host thread"},
    {RecordedHost::LineUse::kNotKnown, "not known"},
};
static_assert(IsKeyedBy(kLineUseWords, &LineUseWords::id, 5));

Cell UsOf(int64_t ps) { return static_cast<double>(ps) / 1e6; }

// Notes the share of the devices' time that is in kernels without a known
// operation.
void NoteLoneKernels(const RecordedProcess& process,
                     std::vector<std::string>& notes) {
  const RecordedHost& host = *process.host;
  std::vector<bool> is_lone;
  for (const RecordedNode& node : host.nodes) {
    is_lone.push_back(host.IsLoneKernel(node));
  }
  double lone = 0;
  double all = 0;
  for (const Executions::Row& row : host.work.rows) {
    if (!host.devices[row.device].is_accelerator()) continue;
    all += static_cast<double>(row.self_ps);
    if (is_lone[row.node]) lone += static_cast<double>(row.self_ps);
  }
  if (lone <= 0) return;
  notes.push_back(fmt::format(
      "{}: {:.1f} % of the devices' time is of kernels and copies that no "
      "operation is known to have launched",
      Printable(process.label), 100 * lone / all));
}

Section HostsOf(const Capture& capture) {
  Table table{{{"host"},
               {"rows"},
               {"steps"},
               {"steps are"},
               {"outside of steps", Unit::kShare},
               {"recorded by"}},
              {}};
  Section section{"hosts", {}, {}};
  for (const RecordedProcess& process : capture.processes) {
    const RecordedHost& host = *process.host;
    std::vector<std::string> versions = host.VersionWords();
    for (std::string& version : versions) version = Printable(version);
    table.AddRow({process.label, static_cast<int64_t>(host.nodes.size()),
                  static_cast<int64_t>(process.steps.steps.size()),
                  std::string(WordsOf(process.steps.steps_are)),
                  CellOf(ShareOutsideOf(process)),
                  fmt::format("{}", fmt::join(versions, ", "))});
    NoteLoneKernels(process, section.notes);
    const auto add_said = [&](std::string_view what,
                              const std::vector<std::string>& texts) {
      for (const std::string& text : texts) {
        section.notes.push_back(fmt::format("{}: {} of the profiler: {}",
                                            Printable(process.label), what,
                                            Printable(text)));
      }
    };
    add_said("error", host.errors);
    add_said("warning", host.warnings);
  }
  section.block = std::move(table);
  return section;
}

Section PlanesOf(const SharedCapture& capture) {
  Table table{{{"host"}, {"plane"}, {"lines"}, {"events"}}, {}};
  std::vector<std::pair<size_t, size_t>> rows;
  for (size_t i = 0; i < capture->processes.size(); ++i) {
    const auto& planes = capture->processes[i].host->planes;
    for (size_t plane = 0; plane < planes.size(); ++plane) {
      rows.emplace_back(i, plane);
    }
  }
  const size_t count = rows.size();
  table.AddRows(count, true, [capture, rows = std::move(rows)](size_t row) {
    const RecordedProcess& process = capture->processes[rows[row].first];
    const RecordedHost& host = *process.host;
    const RecordedHost::Plane& plane = host.planes[rows[row].second];
    return std::vector<Cell>{
        process.label, std::string(host.Text(plane.name)),
        static_cast<int64_t>(plane.end_line - plane.first_line),
        static_cast<int64_t>(host.EventsOf(plane))};
  });
  return {"planes", {}, std::move(table)};
}

// Lines of one name in a plane are a row: a thread pool has many.
Section LinesOf(const Capture& capture) {
  using Key = std::tuple<std::string, std::string, std::string, size_t>;
  std::map<Key, uint64_t> lines;
  for (const RecordedProcess& process : capture.processes) {
    const RecordedHost& host = *process.host;
    for (const RecordedHost::Line& line : host.lines) {
      if (line.events == 0) continue;
      lines[{
          process.label, std::string(host.Text(host.planes[line.plane].name)),
          std::string(host.Text(line.name)), static_cast<size_t>(line.use)}] +=
          line.events;
    }
  }
  Table table{{{"host"}, {"plane"}, {"line"}, {"events"}, {"used as"}}, {}};
  for (const auto& [key, events] : lines) {
    table.AddRow({std::get<0>(key), std::get<1>(key), std::get<2>(key),
                  static_cast<int64_t>(events),
                  std::string(kLineUseWords[std::get<3>(key)].words)});
  }
  return {"lines", {}, std::move(table)};
}

Section UnknownStatsOf(const Capture& capture) {
  std::map<std::string, uint64_t> of_stat;
  for (const RecordedProcess& process : capture.processes) {
    for (const auto& stat : process.host->unknown_stats) {
      of_stat[std::string(process.host->Text(stat.name))] += stat.events;
    }
  }
  std::vector<std::pair<std::string, uint64_t>> stats(of_stat.begin(),
                                                      of_stat.end());
  std::stable_sort(
      stats.begin(), stats.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  Table table{{{"stat"}, {"events"}}, {}};
  for (const auto& [stat, events] : stats) {
    table.AddRow({stat, static_cast<int64_t>(events)});
  }
  return {"stats not known", {}, std::move(table)};
}

}  // namespace

std::vector<Section> CaptureSections(const SharedCapture& capture) {
  std::vector<Section> sections;
  sections.push_back(HostsOf(*capture));
  sections.push_back(PlanesOf(capture));
  sections.push_back(LinesOf(*capture));
  sections.push_back(UnknownStatsOf(*capture));
  return sections;
}

Section CaptureDevices(const Capture& capture) {
  Table table{{{"device"},
               {"records"},
               {"busy", Unit::kMicros},
               {"clock moved", Unit::kMicros, true},
               {"clipped", Unit::kNone, true},
               {"counted as"}},
              {}};
  for (const RecordedProcess& process : capture.processes) {
    const RecordedHost& host = *process.host;
    std::vector<uint64_t> records(host.devices.size());
    uint64_t beside = 0;  // operations of a host whose accelerators ran
    for (const RecordedHost::Operation& operation : host.operations) {
      ++(operation.device == kNoRow ? beside : records[operation.device]);
    }
    for (size_t row = 0; row < host.devices.size(); ++row) {
      const RecordedDevice& device = host.devices[row];
      const bool has_time = device.is_accelerator() || !host.is_accelerated;
      // Operations without a device are of the first CPU.
      if (!device.is_accelerator() && device.number == 0) {
        records[row] += std::exchange(beside, 0);
      }
      table.AddRow(
          {process.prefix + device.name,
           static_cast<int64_t>(device.records + records[row]),
           has_time ? UsOf(device.busy.LengthPs()) : Cell(),
           UsOf(device.clock_moved_ps), static_cast<int64_t>(device.clipped),
           device.is_accelerator() ? "accelerator time, runs and memory"
                                   : "cpu time, runs and memory"});
    }
    if (beside == 0) continue;
    table.AddRow({process.prefix + "/device:cpu:0",
                  static_cast<int64_t>(beside), Cell(), UsOf(0), int64_t{0},
                  "cpu time, runs and memory"});
  }
  return {"devices", {}, std::move(table)};
}

}  // namespace tfprof
