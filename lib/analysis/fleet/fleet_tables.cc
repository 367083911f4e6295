// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_tables.h"

#include <memory>
#include <utility>

namespace tfprof {

namespace {

constexpr size_t kFleetRowsShown = 20;

Cell FleetMicros(double ns) { return ns / 1000; }

Section WorkersSection(const FleetResult& result) {
  using enum Unit;
  Table table{.columns = {{"worker"},
                          {"error"},
                          {"steps"},
                          {"median", kMicros},
                          {"p90", kMicros},
                          {"most", kMicros},
                          {"last share", kShare},
                          {"own", kMicros},
                          {"work", kMicros},
                          {"input", kMicros, true},
                          {"waiting", kMicros, true},
                          {"idle", kMicros, true},
                          {"robust z"},
                          {"waiting z"},
                          {"is straggler"}}};
  for (const FleetWorker& worker : result.workers) {
    if (!worker.IsReadable()) {
      std::vector<Cell> row(table.columns.size());
      row[0] = worker.name;
      row[1] = worker.error;
      row[2] = int64_t{0};
      table.AddRow(std::move(row));
      continue;
    }
    table.AddRow({worker.name, Cell(),
                  static_cast<int64_t>(worker.steps.size()),
                  FleetMicros(worker.median_ns), FleetMicros(worker.p90_ns),
                  FleetMicros(worker.most_ns), CellOf(worker.last_share),
                  FleetMicros(worker.rest_ns), FleetMicros(worker.own_ns),
                  FleetMicros(worker.input_ns), FleetMicros(worker.waiting_ns),
                  FleetMicros(worker.idle_ns), worker.robust_z,
                  worker.waiting_z, worker.is_straggler});
  }
  table.most_rows = kFleetRowsShown;
  return {"workers", result.notes, std::move(table)};
}

Section StragglersSection(FleetResult& result) {
  Table table{
      .columns = {
          {"worker"}, {"cause"}, {"name"}, {"code"}, {"more", Unit::kMicros}}};
  for (Straggler& straggler : result.stragglers) {
    table.AddRow({result.workers[straggler.worker].name,
                  std::string(WordsOf(straggler.cause)),
                  CellOfText(std::move(straggler.name)),
                  CellOfText(std::move(straggler.code)),
                  FleetMicros(straggler.more_ns)});
  }
  std::vector<std::string> notes;
  if (table.rows.empty()) notes.emplace_back("no worker is slower than others");
  return {"stragglers", std::move(notes), std::move(table)};
}

Section RowsSection(FleetResult& result, FleetView view) {
  using enum Unit;
  Table table{.columns = {{"view"},
                          {"name"},
                          {"median", kMicros},
                          {"p90", kMicros},
                          {"most", kMicros},
                          {"worst worker"},
                          {"sum", kMicros}}};
  const auto rows =
      std::make_shared<const std::deque<FleetRow>>(std::move(result.rows));
  table.AddRows(rows->size(), true, [rows, view](size_t number) {
    const FleetRow& row = (*rows)[number];
    return std::vector<Cell>{std::string(WordOf(view)),
                             row.name,
                             FleetMicros(row.median_ns),
                             FleetMicros(row.p90_ns),
                             FleetMicros(row.most_ns),
                             row.worst_worker,
                             FleetMicros(static_cast<double>(row.sum_ns))};
  });
  table.most_rows = kFleetRowsShown;
  return {"rows", {}, std::move(table)};
}

}  // namespace

std::vector<Section> FleetSections(FleetResult result, FleetView view) {
  std::vector<Section> sections;
  sections.push_back(WorkersSection(result));
  sections.push_back(StragglersSection(result));
  sections.push_back(RowsSection(result, view));
  return sections;
}

}  // namespace tfprof
