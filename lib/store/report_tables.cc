// SPDX-License-Identifier: Apache-2.0
#include "store/report_tables.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/table_writer.h"

namespace tfprof {

namespace {

constexpr std::string_view kInstructionColumns[] = {
    "node TEXT",         "program TEXT",
    "program_id TEXT",   "instruction TEXT",
    "op_name TEXT",      "category TEXT",
    "contents TEXT",     "shape TEXT",
    "code TEXT",         "devices INTEGER",
    "runs INTEGER",      "kernels INTEGER",
    "time_ns REAL",      "self_ns REAL",
    "float_ops INTEGER", "model_float_ops INTEGER",
    "source TEXT",       "bytes INTEGER",
    "hbm_bytes INTEGER", "is_async INTEGER",
    "intensity REAL",    "flops_per_s REAL",
    "bytes_per_s REAL",  "bound TEXT",
    "memory_share REAL", "compute_share REAL",
    "roof_share REAL",   "wasted_ns REAL"};

constexpr std::string_view kKernelColumns[] = {"kernel TEXT",
                                               "short_name TEXT",
                                               "operation TEXT",
                                               "program TEXT",
                                               "program_id TEXT",
                                               "instruction TEXT",
                                               "device TEXT",
                                               "devices INTEGER",
                                               "kernels INTEGER",
                                               "self_us REAL",
                                               "share REAL",
                                               "mean_us REAL",
                                               "median_us REAL",
                                               "least_us REAL",
                                               "most_us REAL",
                                               "deviation_us REAL",
                                               "grid TEXT",
                                               "block TEXT",
                                               "registers INTEGER",
                                               "static_shared_bytes INTEGER",
                                               "dynamic_shared_bytes INTEGER",
                                               "shared_bytes INTEGER",
                                               "private_bytes INTEGER",
                                               "occupancy REAL",
                                               "occupancy_is TEXT",
                                               "launches INTEGER",
                                               "launch_us REAL",
                                               "queue_us REAL"};

constexpr std::string_view kCopyColumns[] = {
    "device TEXT",      "direction TEXT",      "copies INTEGER",
    "self_us REAL",     "mean_us REAL",        "median_us REAL",
    "least_us REAL",    "most_us REAL",        "deviation_us REAL",
    "bytes INTEGER",    "least_bytes INTEGER", "most_bytes INTEGER",
    "bytes_per_s REAL", "synchronous INTEGER"};

constexpr std::string_view kPlannedColumns[] = {
    "program TEXT",
    "program_id TEXT",
    "space INTEGER",
    "allocations INTEGER",
    "peak_bytes INTEGER",
    "total_bytes INTEGER",
    "parameter_bytes INTEGER",
    "output_bytes INTEGER",
    "constant_bytes INTEGER",
    "temporary_bytes INTEGER",
    "thread_local_bytes INTEGER",
    "live_out_bytes INTEGER",
    "aliased_bytes INTEGER",
    "temporary_peak_bytes INTEGER",
    "unused_temporary_bytes INTEGER",
    "padding_bytes INTEGER",
    "has_order INTEGER"};

constexpr std::string_view kPlannedAtPeakColumns[] = {"program TEXT",
                                                      "program_id TEXT",
                                                      "space INTEGER",
                                                      "bytes INTEGER",
                                                      "padding_bytes INTEGER",
                                                      "kind TEXT",
                                                      "instruction TEXT",
                                                      "slot TEXT",
                                                      "shape TEXT",
                                                      "opcode TEXT",
                                                      "op_name TEXT",
                                                      "code TEXT"};

constexpr std::array<std::string_view, 10> IdleColumnsBy(
    std::string_view key) {
  return {"host TEXT",
          "device TEXT",
          key,
          "idle_ps INTEGER",
          "stretches INTEGER",
          "short_stretches INTEGER",
          "longest_ps INTEGER",
          "recorded_ps INTEGER",
          "guess_ps INTEGER",
          "evidence TEXT"};
}

constexpr std::array kIdleColumns = IdleColumnsBy("reason TEXT");
constexpr std::array kIdleByRegionColumns = IdleColumnsBy("region TEXT");
constexpr std::array kIdleByLineColumns = IdleColumnsBy("line TEXT");

constexpr std::string_view kIdleByStageColumns[] = {
    "host TEXT", "device TEXT", "stage TEXT", "label TEXT", "idle_ps INTEGER"};

constexpr std::string_view kRegionColumns[] = {
    "host TEXT",        "region TEXT",     "count INTEGER",
    "total_ps INTEGER", "self_ps INTEGER", "device_ps INTEGER"};

constexpr std::string_view kLineColumns[] = {
    "host TEXT", "line TEXT", "self_ps INTEGER", "total_ps INTEGER"};

constexpr std::string_view kCompileColumns[] = {
    "host TEXT",       "program TEXT", "times INTEGER",
    "host_ps INTEGER", "steps TEXT",   "tracing_count INTEGER"};

struct ReportTable {
  std::string_view name;
  std::string_view heading;
  std::span<const std::string_view> columns;
};

constexpr ReportTable kReportTables[] = {
    {"instructions", "roofline", kInstructionColumns},
    {"kernels", "kernels", kKernelColumns},
    {"copies", "copies", kCopyColumns},
    {"planned", "planned", kPlannedColumns},
    {"planned_at_peak", "planned at the peak", kPlannedAtPeakColumns},
    {"idle", "idle", kIdleColumns},
    {"idle_by_region", "idle by region", kIdleByRegionColumns},
    {"idle_by_line", "idle by line", kIdleByLineColumns},
    {"idle_by_stage", "idle by stage", kIdleByStageColumns},
    {"regions", "regions", kRegionColumns},
    {"lines", "lines", kLineColumns},
    {"compiles", "compiles", kCompileColumns}};

void PutCell(const Cell& cell, TableWriter& writer) {
  std::string buffer;
  if (const auto text = TextIn(cell, buffer)) {
    writer.Put(*text);
  } else if (const auto* const number = std::get_if<int64_t>(&cell)) {
    writer.Put(*number);
  } else if (const auto* const real = std::get_if<double>(&cell)) {
    writer.Put(*real);
  } else if (const auto* const yes = std::get_if<bool>(&cell)) {
    writer.Put(*yes);
  } else {
    writer.Put(std::nullopt);
  }
}

Status WriteRows(const Table& table, const ReportTable& of,
                 TableWriter& writer) {
  constexpr size_t kNone = SIZE_MAX;
  std::vector<size_t> places;  // of `table`, by column of the database
  for (const std::string_view column : of.columns) {
    const std::string_view key = column.substr(0, column.find(' '));
    const auto found =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&](const TableColumn& it) { return KeyOf(it) == key; });
    places.push_back(found == table.columns.end()
                         ? kNone
                         : static_cast<size_t>(found - table.columns.begin()));
  }
  std::vector<Cell> made;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    const std::vector<Cell>& cells = table.RowAt(row, made);
    for (const size_t place : places) {
      PutCell(place == kNone ? Cell() : cells[place], writer);
    }
    TFPROF_RETURN_IF_ERROR(writer.EndRow());
  }
  return {};
}

}  // namespace

std::string ReportTables() {
  std::string text;
  for (const ReportTable& table : kReportTables) {
    text += fmt::format("CREATE TABLE {}({});\n", table.name,
                        fmt::join(table.columns, ", "));
  }
  return text;
}

Status WriteReportTables(const std::vector<Section>& sections,
                         FilledDatabase& file) {
  for (const ReportTable& table : kReportTables) {
    TableWriter writer(file, table.name, TableWriter::Keys::kHidden);
    for (const Section& section : sections) {
      if (section.heading != table.heading) continue;
      if (const auto* const rows = std::get_if<Table>(&section.block)) {
        TFPROF_RETURN_IF_ERROR(WriteRows(*rows, table, writer));
      }
    }
    TFPROF_RETURN_IF_ERROR(writer.Finish());
  }
  return {};
}

}  // namespace tfprof
