// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_sections.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

using Found = std::shared_ptr<const RecordedInstructions>;

Cell NanosOfPs(int64_t ps) { return Cell(static_cast<double>(ps) / 1000); }

Cell IfRoof(const InstructionRow& row, double value) {
  return row.has_roof() ? Cell(value) : Cell();
}

std::vector<TableColumn> ColumnsForPeople(bool has_times) {
  using enum Unit;
  if (!has_times) {
    return {{"float ops", kCount}, {"bytes", kBytes}, {"category"},
            {"instruction"},       {"code"},          {"program"}};
  }
  return {{"self", kNanos},   {"share", kShare},  {"runs", kCount},
          {"FLOP/s", kCount}, {"B/s", kCount},    {"bound"},
          {"roof", kShare},   {"wasted", kNanos}, {"category"},
          {"instruction"},    {"program"}};
}

std::vector<TableColumn> ColumnsOfInstructions(bool for_people,
                                               bool has_times) {
  using enum Unit;
  if (for_people) return ColumnsForPeople(has_times);
  return {{"node"},
          {"program"},
          {"program id"},
          {"instruction"},
          {"op name"},
          {"category"},
          {"contents"},
          {"shape"},
          {"code"},
          {"devices", kCount},
          {"runs", kCount},
          {"kernels", kCount},
          {"time", kNanos},
          {"self", kNanos},
          {"float ops", kCount},
          {"model float ops", kCount},
          {"source"},
          {"bytes", kBytes},
          {"hbm bytes", kBytes},
          {"is async"},
          {"intensity"},
          {"flops per s"},
          {"bytes per s"},
          {"bound"},
          {"memory share"},
          {"compute share"},
          {"roof share"},
          {"wasted", kNanos}};
}

std::vector<Cell> CellsForPeople(const InstructionRow& row, bool has_times,
                                 int64_t whole_ps) {
  if (!has_times) {
    return {CellOf(row.float_ops),     CellOf(row.bytes),
            OwnedText(row.Category()), OwnedText(row.instruction),
            OwnedText(row.Code()),     OwnedText(row.program)};
  }
  const bool has_time = whole_ps > 0;
  return {NanosOfPs(row.self_ps),
          has_time ? Cell(static_cast<double>(row.self_ps) /
                          static_cast<double>(whole_ps))
                   : Cell(),
          row.runs,
          CellOf(row.RateOf(row.float_ops)),
          CellOf(row.RateOf(row.bytes)),
          CellOfText(std::string(row.bound)),
          IfRoof(row, row.roof_share),
          IfRoof(row, row.wasted_ns),
          OwnedText(row.Category()),
          OwnedText(row.instruction),
          OwnedText(row.program)};
}

std::vector<Cell> CellsOfInstruction(const InstructionRow& row,
                                     bool has_times) {
  const auto if_ran = [&](Cell cell) { return has_times ? cell : Cell(); };
  return {OwnedText(row.Node()),
          OwnedText(row.program),
          OwnedText(row.program_id),
          OwnedText(row.instruction),
          OwnedText(row.op_name),
          OwnedText(row.Category()),
          OwnedText(row.Contents()),
          OwnedText(row.Shape()),
          OwnedText(row.Code()),
          if_ran(static_cast<int64_t>(row.devices)),
          if_ran(row.runs),
          CellOf(row.kernels),
          if_ran(NanosOfPs(row.time_ps)),
          if_ran(NanosOfPs(row.self_ps)),
          CellOf(row.float_ops),
          CellOf(row.model_float_ops),
          OwnedText(row.Source()),
          CellOf(row.bytes),
          CellOf(row.hbm_bytes),
          row.is_async,
          CellOf(row.Intensity()),
          CellOf(row.RateOf(row.float_ops)),
          CellOf(row.RateOf(row.bytes)),
          CellOfText(std::string(row.bound)),
          IfRoof(row, row.memory_share),
          IfRoof(row, row.compute_share),
          IfRoof(row, row.roof_share),
          IfRoof(row, row.wasted_ns)};
}

// A table of some of the rows, in their order.
Table TableOfInstructions(const Found& found, std::vector<uint32_t> rows,
                          const RowFormat& format) {
  const bool for_people = format.is_for_people;
  const bool has_times = found->has_times;
  Table table{ColumnsOfInstructions(for_people, has_times), {}};
  if (for_people && has_times) table.shares = 1;
  const int64_t whole_ps = found->SelfPs();
  const size_t count = rows.size();
  table.AddRows(count, format.makes_rows,
                [found, rows = std::move(rows), for_people, has_times,
                 whole_ps](size_t row) {
                  const InstructionRow& of = found->rows[rows[row]];
                  return for_people ? CellsForPeople(of, has_times, whole_ps)
                                    : CellsOfInstruction(of, has_times);
                });
  return table;
}

// The first of them, as many as are shown, and a note about the rest.
std::vector<uint32_t> ShownOf(std::vector<uint32_t> rows,
                              const RowFormat& format, Section& section) {
  const size_t shown = format.Shown(rows.size());
  if (shown < rows.size()) {
    section.notes.push_back(fmt::format(
        "{} more rows; --time_limit=0 shows all", rows.size() - shown));
    rows.resize(shown);
  }
  return rows;
}

std::string InstructionCount(int64_t count) {
  return count == 1 ? "1 instruction" : fmt::format("{} instructions", count);
}

void AddNotesOnLone(const RecordedInstructions& found,
                    std::vector<std::string>& notes) {
  notes.emplace_back(kWorkOfOneRun);
  const auto known = std::count_if(
      found.rows.begin(), found.rows.end(),
      [](const InstructionRow& row) { return row.float_ops && row.bytes; });
  notes.push_back(
      fmt::format("float operations and bytes are known of {} of {}", known,
                  InstructionCount(static_cast<int64_t>(found.rows.size()))));
}

// The reasons for unknown float operations, the most frequent first.
std::string WordsOfUnknown(const RecordedInstructions& found) {
  constexpr size_t kMostReasons = 4;
  std::map<std::string, int64_t> counts;
  for (const InstructionRow& row : found.rows) {
    if (!row.float_ops) ++counts[row.Source()];
  }
  std::vector<std::pair<std::string, int64_t>> reasons(counts.begin(),
                                                       counts.end());
  std::stable_sort(
      reasons.begin(), reasons.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string words;
  constexpr std::string_view kNone = "none: ";
  for (size_t i = 0; i < std::min(reasons.size(), kMostReasons); ++i) {
    std::string_view reason = reasons[i].first;
    if (reason.starts_with(kNone)) reason.remove_prefix(kNone.size());
    words += fmt::format("{}{} ({})", i == 0 ? "" : ", ", Printable(reason),
                         reasons[i].second);
  }
  if (reasons.size() > kMostReasons) {
    words += fmt::format(" and {} more", reasons.size() - kMostReasons);
  }
  return words;
}

void AddNotesOnWork(const RecordedInstructions& found,
                    std::vector<std::string>& notes) {
  if (!found.has_times) AddNotesOnLone(found, notes);
  const std::string unknown = WordsOfUnknown(found);
  if (!unknown.empty()) {
    notes.push_back(fmt::format("float operations are not known: {}", unknown));
  }
  if (const auto share = found.KnownTimeShare()) {
    notes.push_back(fmt::format(
        "float operations and bytes are known for {:.1f}% of the devices' time",
        100 * *share));
  }
  int64_t above = 0, too_large = 0;
  for (const InstructionRow& row : found.rows) {
    above += row.has_roof() && row.roof_share > 1 ? 1 : 0;
    too_large += row.source == WorkSource::kTooLarge ? 1 : 0;
  }
  if (above > 0) {
    notes.push_back(fmt::format(
        "{} above the roof: the peak is too low, or bytes counted as traffic "
        "came from caches",
        InstructionCount(above)));
  }
  if (too_large > 0) {
    notes.push_back(fmt::format("{} with shapes whose work exceeds 64 bits",
                                InstructionCount(too_large)));
  }
}

// Sums of one run of each instruction; a sum beyond 64 bits is not known.
std::vector<Cell> TotalsWithoutTimes(const RecordedInstructions& found) {
  Count float_ops = 0, bytes = 0;
  int64_t known = 0;
  bool has_any = false;
  for (const InstructionRow& row : found.rows) {
    if (row.float_ops) float_ops = float_ops + *row.float_ops;
    if (row.bytes && !row.is_async) bytes = bytes + *row.bytes;
    has_any |= row.float_ops.has_value();
    known += row.float_ops && row.bytes ? 1 : 0;
  }
  const auto cell = [](const Count& sum) {
    return sum.is_known() ? Cell(sum.value()) : Cell();
  };
  return {Cell(),      Cell(), has_any ? cell(float_ops) : Cell(),
          cell(bytes), Cell(), Cell(),
          Cell(),      Cell(), static_cast<int64_t>(found.rows.size()),
          known};
}

Section TotalsOfDevices(const RecordedInstructions& found) {
  using enum Unit;
  Table table{{{"device"},
               {"time", kNanos},
               {"float ops", kCount},
               {"bytes", kBytes},
               {"known time", kNanos},
               {"roof time", kNanos},
               {"at roof", kNanos},
               {"wasted", kNanos},
               {"instructions", kCount},
               {"known instructions", kCount}},
              {}};
  if (!found.has_times) table.AddRow(TotalsWithoutTimes(found));
  for (const InstructionsOfDevice& device : found.devices) {
    const bool has_roof = device.roof_time_ps > 0;
    table.AddRow({OwnedText(device.device), NanosOfPs(device.time_ps),
                  CellOf(device.float_ops), device.bytes,
                  NanosOfPs(device.known_time_ps),
                  NanosOfPs(device.roof_time_ps),
                  has_roof ? Cell(device.at_roof_ns) : Cell(),
                  has_roof ? Cell(device.wasted_ns) : Cell(),
                  device.instructions, device.known_instructions});
  }
  return {"roofline totals", {}, std::move(table)};
}

}  // namespace

std::vector<Section> InstructionSections(const Found& found,
                                         const RowFormat& format) {
  std::vector<Section> sections;
  if (found->rows.empty()) return sections;
  std::vector<uint32_t> rows(found->rows.size());
  for (uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  Section section{"roofline", {}, {}};
  AddNotesOnWork(*found, section.notes);
  rows = ShownOf(std::move(rows), format, section);
  section.block = TableOfInstructions(found, std::move(rows), format);
  sections.push_back(std::move(section));
  sections.push_back(TotalsOfDevices(*found));
  return sections;
}

std::vector<Section> MatrixSections(const Found& found,
                                    const RowFormat& format) {
  std::vector<uint32_t> rows;
  for (uint32_t i = 0; i < found->rows.size(); ++i) {
    const InstructionRow& row = found->rows[i];
    const bool is_one = row.hlo_row != HloProgram::kNone &&
                        row.costs->MatrixOf(row.hlo_row).has_any;
    if (is_one) rows.push_back(i);
  }
  if (rows.empty()) return {};
  Section section{"flops", {}, {}};
  if (!found->has_times) AddNotesOnLone(*found, section.notes);
  rows = ShownOf(std::move(rows), format, section);
  section.block = TableOfInstructions(found, std::move(rows), format);
  std::vector<Section> sections;
  sections.push_back(std::move(section));
  return sections;
}

}  // namespace tfprof
