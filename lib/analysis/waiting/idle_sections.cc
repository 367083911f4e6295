// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_sections.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/waiting/idle_tables.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct DeviceIdle {
  uint32_t process = 0;
  std::string device;
  int64_t idle_ps = 0;
  IdleTables tables;
};

class IdleTableMaker {
 public:
  IdleTableMaker(SharedWaiting waiting, const RowFormat& format)
      : waiting_(std::move(waiting)), format_(format) {
    for (uint32_t i = 0; i < waiting_->processes.size(); ++i) {
      const WaitingOfProcess& process = waiting_->processes[i];
      for (const DeviceMoments& device : process.devices) {
        // People who have one device need not read about it twice.
        if (format_.is_for_people && device.is_all &&
            process.devices.size() == 2) {
          continue;
        }
        idle_.push_back({i, device.device,
                         AccountOf(device, process.windows).idle_ps,
                         FindIdle(process, device)});
      }
    }
  }

  Section Table(std::string heading, std::string_view key,
                std::vector<IdleRow> IdleTables::*rows,
                std::vector<std::string> notes) const;
  Section Stages() const;
  std::vector<std::string> Notes() const;

 private:
  std::vector<Cell> Cells(const DeviceIdle& idle, const IdleRow& row) const;

  double ShareOf(const DeviceIdle& idle, int64_t ps) const {
    return idle.idle_ps == 0
               ? 0
               : static_cast<double>(ps) / static_cast<double>(idle.idle_ps);
  }

  const SharedWaiting waiting_;
  const RowFormat format_;
  std::vector<DeviceIdle> idle_;
};

std::vector<Cell> IdleTableMaker::Cells(const DeviceIdle& idle,
                                        const IdleRow& row) const {
  std::string key(row.key);
  if (format_.is_for_people) {
    if (key.empty()) key = "(none)";
    if (row.is_mostly_guess()) key.insert(0, "~ ");
  }
  std::vector<Cell> cells = {idle.device, std::move(key)};
  if (format_.is_for_people) cells.emplace_back(ShareOf(idle, row.idle_ps));
  for (const Cell& cell : std::initializer_list<Cell>{
           PsCell(row.idle_ps, format_), static_cast<int64_t>(row.stretches),
           static_cast<int64_t>(row.short_stretches),
           PsCell(row.longest_ps, format_), PsCell(row.recorded_ps, format_),
           PsCell(row.guess_ps, format_), std::string(row.evidence)}) {
    cells.push_back(cell);
  }
  return cells;
}

Section IdleTableMaker::Table(std::string heading, std::string_view key,
                              std::vector<IdleRow> IdleTables::*rows,
                              std::vector<std::string> notes) const {
  std::vector<TableColumn> columns = {{"device"}, {std::string(key)}};
  if (format_.is_for_people) columns.push_back({"of idle", Unit::kShare});
  const std::vector<TableColumn> rest = {PsColumn("idle", format_),
                                         {"stretches"},
                                         {"short stretches"},
                                         PsColumn("longest", format_),
                                         PsColumn("recorded", format_),
                                         PsColumn("guess", format_, true),
                                         {"evidence"}};
  columns.insert(columns.end(), rest.begin(), rest.end());
  WaitingTable table(waiting_, format_, std::move(columns));
  for (const DeviceIdle& idle : idle_) {
    const std::vector<IdleRow>& of = idle.tables.*rows;
    table.AddShown(idle.process, of.size(),
                   [&](size_t row) { return Cells(idle, of[row]); });
  }
  return table.Finish(std::move(heading), std::move(notes));
}

Section IdleTableMaker::Stages() const {
  WaitingTable table(
      waiting_, format_,
      {{"device"}, {"stage"}, {"label"}, PsColumn("idle", format_)});
  for (const DeviceIdle& idle : idle_) {
    const std::vector<StageRow>& rows = idle.tables.by_stage;
    table.AddShown(idle.process, rows.size(), [&](size_t row) {
      return std::vector<Cell>{idle.device, std::string(rows[row].stage),
                               std::string(rows[row].label),
                               PsCell(rows[row].idle_ps, format_)};
    });
  }
  return table.Finish("idle by stage");
}

std::vector<std::string> IdleTableMaker::Notes() const {
  if (!format_.is_for_people) return {};
  std::vector<std::string> notes;
  bool has_guess = false;
  bool has_tpu = false;
  for (const DeviceIdle& idle : idle_) {
    int64_t unknown_ps = 0;
    for (const IdleRow& row : idle.tables.by_reason) {
      has_guess = has_guess || row.is_mostly_guess();
      unknown_ps += row.idle_ps - row.recorded_ps - row.guess_ps;
    }
    has_tpu = has_tpu || Contains(idle.device, ":tpu:");
    if (2 * unknown_ps > idle.idle_ps) {
      notes.push_back(fmt::format(
          "{}: the recording does not say what the device waited for during "
          "{:.0f} % of its idle time: record with host_tracer_level=2 and "
          "python_tracer_level=1, or annotate the program",
          idle.device, 100 * ShareOf(idle, unknown_ps)));
    }
  }
  if (has_guess) {
    notes.emplace_back(
        "~ marks rows that are mostly guesses: the main thread is taken where "
        "nothing tells which thread launched the next work");
  }
  if (has_tpu) {
    notes.emplace_back(
        "reasons of a TPU are not exact for stretches below 1 ms: its clock "
        "is not the host's");
  }
  return notes;
}

}  // namespace

std::vector<Section> IdleSections(const SharedWaiting& waiting,
                                  const RowFormat& format) {
  const IdleTableMaker maker(waiting, format);
  std::vector<Section> sections;
  sections.push_back(
      maker.Table("idle", "reason", &IdleTables::by_reason, maker.Notes()));
  sections.push_back(
      maker.Table("idle by region", "region", &IdleTables::by_region, {}));
  sections.push_back(
      maker.Table("idle by line", "line", &IdleTables::by_line, {}));
  sections.push_back(maker.Stages());
  return sections;
}

}  // namespace tfprof
