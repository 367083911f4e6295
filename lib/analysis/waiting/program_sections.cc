// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/program_sections.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/waiting/collective_rows.h"
#include "analysis/waiting/compile_finding.h"
#include "analysis/waiting/compile_rows.h"
#include "analysis/waiting/line_rows.h"
#include "analysis/waiting/region_rows.h"
#include "report/list_column.h"

namespace tfprof {

namespace {

bool IsPythonTraced(const RecordedWaiting& waiting) {
  return std::any_of(waiting.capture->processes.begin(),
                     waiting.capture->processes.end(),
                     [](const RecordedProcess& process) {
                       return process.host->is_python_traced;
                     });
}

Section RegionsSection(const SharedWaiting& waiting, const RowFormat& format) {
  WaitingTable table(waiting, format,
                     {PsColumn("total", format),
                      PsColumn("self", format),
                      PsColumn("device", format),
                      {"count"},
                      {"region"}});
  bool has_any = false;
  for (uint32_t i = 0; i < waiting->processes.size(); ++i) {
    const RegionTree tree(*waiting->processes[i].view);
    const std::vector<uint32_t> order = tree.InOrder();
    has_any = has_any || !order.empty();
    table.AddShown(i, order.size(), [&](size_t row) -> std::vector<Cell> {
      const RegionTree::Region& region = tree[order[row]];
      return {PsCell(region.total_ps, format), PsCell(region.self_ps, format),
              PsCell(region.device_ps, format),
              static_cast<int64_t>(region.count), tree.PathOf(order[row])};
    });
  }
  return table.Finish(
      "regions",
      {has_any ? "of the whole recording"
               : "no annotation of the program, and no marked step"});
}

Section LinesSection(const SharedWaiting& waiting, const RowFormat& format) {
  WaitingTable table(
      waiting, format,
      {PsColumn("self", format), PsColumn("total", format), {"line"}});
  for (uint32_t i = 0; i < waiting->processes.size(); ++i) {
    const WaitingOfProcess& process = waiting->processes[i];
    const std::vector<HostLineRow> rows =
        HostLinesOf(*process.view, process.windows);
    table.AddShown(i, rows.size(), [&](size_t row) -> std::vector<Cell> {
      return {PsCell(rows[row].self_ps, format),
              PsCell(rows[row].total_ps, format), std::string(rows[row].line)};
    });
  }
  return table.Finish(
      "lines",
      {IsPythonTraced(*waiting)
           ? "time of the program's threads in steps; python traced: loops of "
             "Python took longer than without"
           : "Python was not traced, so lines are not known: record with "
             "python_tracer_level=1"});
}

}  // namespace

std::vector<Section> RegionSections(const SharedWaiting& waiting,
                                    const RowFormat& format) {
  std::vector<Section> sections;
  sections.push_back(RegionsSection(waiting, format));
  sections.push_back(LinesSection(waiting, format));
  return sections;
}

Section CompileSection(const SharedWaiting& waiting, const RowFormat& format) {
  WaitingTable table(waiting, format,
                     {PsColumn("host", format),
                      {"times"},
                      {"tracing count", Unit::kNone, true},
                      {"program"},
                      {"steps" + std::string(kListMark)}});
  bool has_any = false;
  for (uint32_t i = 0; i < waiting->processes.size(); ++i) {
    const std::vector<CompileRow> rows =
        CompilesOf(*waiting->processes[i].view, CompileWindowsOf(*waiting, i));
    has_any = has_any || !rows.empty();
    table.AddShown(i, rows.size(), [&](size_t at) -> std::vector<Cell> {
      const CompileRow& row = rows[at];
      return {PsCell(row.host_ps, format), static_cast<int64_t>(row.times),
              CellOf(row.tracing_count), row.program,
              fmt::format("{}", fmt::join(row.steps, ", "))};
    });
  }
  return table.Finish(
      "compiles",
      {has_any ? "the recording does not say why JAX compiles again; "
                 "jax.config.update(\"jax_explain_cache_misses\", True) does"
               : "no program was traced or compiled"});
}

Section CollectiveSection(const SharedWaiting& waiting,
                          const RowFormat& format) {
  WaitingTable table(waiting, format,
                     {{"device"},
                      PsColumn(format.is_for_people ? "time" : "", format),
                      PsColumn("hidden", format),
                      PsColumn("skew", format),
                      {"times"},
                      {"kind"},
                      {"name"}});
  bool has_skew = false;
  for (uint32_t i = 0; i < waiting->processes.size(); ++i) {
    const WaitingOfProcess& process = waiting->processes[i];
    const std::vector<CollectiveRow> rows =
        CollectivesOf(*process.view, process.devices);
    table.AddShown(i, rows.size(), [&](size_t at) -> std::vector<Cell> {
      const CollectiveRow& row = rows[at];
      has_skew = has_skew || row.skew_ps;
      return {process.view->host().devices[row.device].name,
              PsCell(row.length_ps, format),
              PsCell(row.hidden_ps, format),
              row.skew_ps ? PsCell(*row.skew_ps, format) : Cell(),
              static_cast<int64_t>(row.times),
              std::string(row.kind),
              std::string(row.name)};
    });
  }
  std::vector<std::string> notes;
  if (has_skew) {
    notes.emplace_back(
        "skew: how long the device was there before the last one; all wait for "
        "the device with the least");
  }
  return table.Finish("collectives", std::move(notes));
}

}  // namespace tfprof
