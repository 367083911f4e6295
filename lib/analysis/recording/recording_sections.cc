// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analysis/recording/recording_tables.h"
#include "base/keyed.h"
#include "base/rows_of_lists.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct GroupedByWords {
  GroupedBy id;
  std::string_view words;
};

constexpr GroupedByWords kGroupedByWords[] = {
    {GroupedBy::kNothing, "no steps: the whole file is one"},
    {GroupedBy::kFile, "groups that the file has"},
    {GroupedBy::kRoots, "steps by markers and calls"},
    {GroupedBy::kIterations, "iterations of a loop"},
};
static_assert(IsKeyedBy(kGroupedByWords, &GroupedByWords::id, 4));

std::string_view WordsOf(const Recording& host) {
  const GroupedBy by =
      host.steps.empty() ? GroupedBy::kNothing : host.grouped_by;
  return kGroupedByWords[static_cast<size_t>(by)].words;
}

// The share of the operations' time that belongs to no step.
Cell ShareOutsideSteps(const Recording& host) {
  const auto self_of = [](const Recording::Step& step) {
    double self_ps = 0;
    for (const auto& use : step.devices) {
      self_ps += static_cast<double>(use.self_ps);
    }
    return self_ps;
  };
  const double whole = self_of(host.whole);
  if (whole <= 0) return {};
  if (host.steps.empty()) return 0.0;
  double in_steps = 0;
  for (const Recording::Step& step : host.steps) in_steps += self_of(step);
  return 1 - in_steps / whole;
}

// Notes the share of the devices' time that is in kernels without a known
// launch.
void AddLoneKernels(const Recording& host, std::vector<std::string>& notes) {
  double lone = 0;
  double all = 0;
  host.ForEachCell(host.cell_runs, [&](const Recording::Cell& cell) {
    const Recording::Row& row = host.rows[cell.row];
    if (host.devices[row.device].kind == Recording::Device::Kind::kHost) return;
    const auto self_ps = static_cast<double>(cell.self_ps);
    all += self_ps;
    if (row.kind == Recording::RowKind::kLoneKernel) lone += self_ps;
  });
  if (lone <= 0) return;
  notes.push_back(fmt::format(
      "{}: {:.1f} % of the devices' time is of kernels and copies that no "
      "operation is known to have launched",
      Printable(host.host), 100 * lone / all));
}

void AddSaid(const Recording& host, std::string_view what,
             const std::vector<std::string>& texts,
             std::vector<std::string>& notes) {
  for (const std::string& text : texts) {
    notes.push_back(fmt::format("{}: {} of the profiler: {}",
                                Printable(host.host), what, Printable(text)));
  }
}

}  // namespace

std::vector<Section> RecordingSections(const Recordings& hosts) {
  if (hosts.empty()) return {};
  Table of_hosts{{{"host"},
                  {"rows"},
                  {"steps"},
                  {"steps are"},
                  {"outside of steps", Unit::kShare},
                  {"recorded by"}},
                 {}};
  Table planes{{{"host"}, {"plane"}, {"lines"}, {"events"}}, {}};
  std::vector<std::string> notes;
  std::vector<OwnedText> names;
  RowsOfLists rows;
  for (const auto& host : hosts) {
    names.emplace_back(host->host);
    rows.AddList(host->planes.size());
    of_hosts.AddRow(
        {host->host, static_cast<int64_t>(host->rows.size()),
         static_cast<int64_t>(host->steps.size()), std::string(WordsOf(*host)),
         ShareOutsideSteps(*host),
         Printable(fmt::format("{}", fmt::join(host->versions, ", ")))});
    AddLoneKernels(*host, notes);
    AddSaid(*host, "error", host->errors, notes);
    AddSaid(*host, "warning", host->warnings, notes);
  }
  planes.AddRows(rows.size(), true, [hosts, names, rows](size_t row) {
    const auto [host, i] = rows.At(row);
    const Recording::Plane& plane = hosts[host]->planes[i];
    return std::vector<Cell>{names[host], hosts[host]->strings[plane.name],
                             static_cast<int64_t>(plane.lines),
                             static_cast<int64_t>(plane.events)};
  });
  std::vector<Section> sections;
  sections.push_back({"hosts", std::move(notes), std::move(of_hosts)});
  sections.push_back({"planes", {}, std::move(planes)});
  return sections;
}

}  // namespace tfprof
