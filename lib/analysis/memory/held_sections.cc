// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/held_sections.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/memory/held_lines.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

using SharedHeldLines = std::shared_ptr<const HeldLines>;

// JAX does not say on which devices an executable is.
Cell DeviceCell(std::string_view device, const RowFormat& format) {
  const bool is_unnamed = device.empty() && format.is_for_people;
  return OwnedText(is_unnamed ? "(no device)" : device);
}

void AddTextColumns(std::initializer_list<std::string_view> titles,
                    Table& table) {
  for (const std::string_view title : titles) {
    table.columns.push_back({std::string(title)});
  }
}

Cell ShareOfHeld(int64_t bytes, int64_t all) {
  return all > 0 ? Cell(static_cast<double>(bytes) / static_cast<double>(all))
                 : Cell();
}

Section HeldByDevice(const HeldLines& lines, const RowFormat& format) {
  Table table{{{"device"}, {"bytes", Unit::kBytes}, {"count", Unit::kCount}},
              {}};
  std::vector<HeldLine> devices = lines.Devices();
  lines.SortRows(HeldLines::Order::kBytes, devices);
  for (const HeldLine& row : devices) {
    table.AddRow({DeviceCell(lines.TextOf(row.device), format), row.after.bytes,
                  row.after.count});
  }
  return {"held by device", {}, std::move(table)};
}

Section HeldForPrograms(const SharedHeldLines& lines, const RowFormat& format) {
  Table table;
  AddTextColumns({"device", "kind", "code", "function"}, table);
  table.columns.push_back({"bytes", Unit::kBytes});
  table.columns.push_back({"count", Unit::kCount});
  table.AddRows(lines->rows().size(), format.makes_rows, [lines](size_t at) {
    const HeldLine& row = lines->rows()[at];
    return std::vector<Cell>{OwnedText(lines->TextOf(row.device)),
                             OwnedText(lines->TextOf(row.kind)),
                             OwnedText(lines->CodeOf(row)),
                             OwnedText(lines->TextOf(row.function)),
                             row.after.bytes,
                             row.after.count};
  });
  return {"held", {}, std::move(table)};
}

// Lines once, whatever their devices, since a program's devices mostly hold
// the same.
Section HeldForPeople(HeldLines lines, const RowFormat& format) {
  lines.AddDevicesUp();
  lines.Sort(HeldLines::Order::kBytes);
  const std::vector<HeldLine>& rows = lines.rows();
  const bool has_devices =
      std::any_of(rows.begin(), rows.end(),
                  [](const HeldLine& row) { return row.devices > 1; });
  Table table{{{"bytes", Unit::kBytes}, {"share", Unit::kShare}}, {}};
  if (has_devices) {
    table.columns.push_back({"devices", Unit::kCount});
    table.columns.push_back({"most on a device", Unit::kBytes});
  }
  table.columns.push_back({"count", Unit::kCount});
  AddTextColumns({"kind", "function", "code"}, table);
  int64_t all = 0;
  for (const HeldLine& row : rows) all = WrapAdd(all, row.after.bytes);
  const size_t shown = format.Shown(rows.size());
  Section section{"held", {}, {}};
  if (shown < rows.size()) {
    section.notes.push_back(RowFormat::WordsOfRest(rows.size() - shown));
  }
  const auto shared = std::make_shared<const HeldLines>(std::move(lines));
  table.AddRows(shown, format.makes_rows,
                [shared, all, has_devices](size_t at) {
                  const HeldLine& row = shared->rows()[at];
                  std::vector<Cell> cells = {row.after.bytes,
                                             ShareOfHeld(row.after.bytes, all)};
                  if (has_devices) {
                    cells.emplace_back(row.devices);
                    cells.emplace_back(row.most_bytes);
                  }
                  cells.emplace_back(row.after.count);
                  cells.emplace_back(OwnedText(shared->TextOf(row.kind)));
                  cells.emplace_back(OwnedText(shared->TextOf(row.function)));
                  cells.emplace_back(OwnedText(shared->CodeOf(row)));
                  return cells;
                });
  section.block = std::move(table);
  return section;
}

bool IsWorthARow(const HeldLine& row, const LeastChange& least) {
  const auto change = static_cast<double>(SizeOfChange(row.ChangeBytes()));
  return change >= least.absolute &&
         change >= least.share * static_cast<double>(row.before.bytes);
}

bool IsChanged(const HeldLine& row) {
  return row.before.bytes != row.after.bytes ||
         row.before.count != row.after.count;
}

Section ChangeByDevice(const HeldLines& lines, const RowFormat& format) {
  Table table{{{"device"},
               {"before bytes", Unit::kBytes},
               {"after bytes", Unit::kBytes},
               {"change bytes", Unit::kBytes}},
              {}};
  std::vector<HeldLine> devices = lines.Devices();
  lines.SortRows(HeldLines::Order::kChange, devices);
  for (const HeldLine& row : devices) {
    table.AddRow({DeviceCell(lines.TextOf(row.device), format),
                  row.before.bytes, row.after.bytes, row.ChangeBytes()});
  }
  return {"held by device", {}, std::move(table)};
}

void AddChangeColumns(Table& table) {
  table.columns.push_back({"before bytes", Unit::kBytes});
  table.columns.push_back({"after bytes", Unit::kBytes});
  table.columns.push_back({"before count", Unit::kCount});
  table.columns.push_back({"after count", Unit::kCount});
  table.columns.push_back({"change bytes", Unit::kBytes});
}

std::vector<Cell> CellsOfChange(const HeldLines& lines, const HeldLine& row,
                                const RowFormat& format) {
  const auto text = [&](StringId id) { return OwnedText(lines.TextOf(id)); };
  if (format.is_for_people) {
    return {row.before.bytes,   row.after.bytes,
            row.before.count,   row.after.count,
            row.ChangeBytes(),  text(row.kind),
            text(row.function), OwnedText(lines.CodeOf(row))};
  }
  return {text(row.device),   text(row.kind),   OwnedText(lines.CodeOf(row)),
          text(row.function), row.before.bytes, row.after.bytes,
          row.before.count,   row.after.count,  row.ChangeBytes()};
}

Section ChangeByLine(HeldLines lines, const LeastChange& least,
                     const RowFormat& format) {
  if (format.is_for_people) lines.AddDevicesUp();
  const size_t all = lines.rows().size();
  const auto changed =
      std::count_if(lines.rows().begin(), lines.rows().end(), IsChanged);
  lines.LeaveOut([&](const HeldLine& row) {
    const bool is_hidden = format.is_for_people && !IsChanged(row);
    return is_hidden || !IsWorthARow(row, least);
  });
  lines.Sort(HeldLines::Order::kChange);
  const size_t kept = lines.rows().size();
  Section section{"held", {}, {}};
  if (format.is_for_people && kept == 0) {
    section.notes.push_back(
        changed == 0
            ? "no change"
            : fmt::format("{} by less than --min_change",
                          changed == 1 ? "1 line of code changed"
                                       : fmt::format("{} lines of code changed",
                                                     changed)));
    return section;
  }
  if (format.is_for_people && kept < all) {
    section.notes.push_back(
        fmt::format("{} more lines of code changed less", all - kept));
  }
  Table table;
  if (!format.is_for_people) {
    AddTextColumns({"device", "kind", "code", "function"}, table);
  }
  AddChangeColumns(table);
  if (format.is_for_people) {
    AddTextColumns({"kind", "function", "code"}, table);
    table.most_rows = 20;
  }
  const auto shared = std::make_shared<const HeldLines>(std::move(lines));
  table.AddRows(kept, format.makes_rows, [shared, format](size_t row) {
    return CellsOfChange(*shared, shared->rows()[row], format);
  });
  section.block = std::move(table);
  return section;
}

}  // namespace

std::vector<Section> HeldSections(const HeldMemory& held,
                                  const RowFormat& format) {
  HeldLines lines(held);
  std::vector<Section> sections;
  sections.push_back(HeldByDevice(lines, format));
  sections.push_back(
      format.is_for_people
          ? HeldForPeople(std::move(lines), format)
          : HeldForPrograms(std::make_shared<const HeldLines>(std::move(lines)),
                            format));
  return sections;
}

std::vector<Section> HeldDifference(const HeldMemory& before,
                                    const HeldMemory& after,
                                    const LeastChange& least,
                                    const RowFormat& format) {
  HeldLines lines(before, after);
  std::vector<Section> sections;
  sections.push_back(ChangeByDevice(lines, format));
  sections.push_back(ChangeByLine(std::move(lines), least, format));
  return sections;
}

}  // namespace tfprof
