// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/precision_rows.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr uint64_t kWideBits = uint64_t{1} << kHloF32 | uint64_t{1} << kHloC64;

bool HasNarrowOperand(const MatrixTypes& matrix) {
  return matrix.Has(kHloBf16) || matrix.Has(kHloF16) || matrix.HasFloat8();
}

// The move that an instruction of these opcodes makes; empty: it computes.
std::string_view MoveOf(const std::vector<std::string_view>& opcodes) {
  const auto are_among = [&](std::initializer_list<std::string_view> known) {
    return std::all_of(
        opcodes.begin(), opcodes.end(), [&](std::string_view opcode) {
          return std::find(known.begin(), known.end(), opcode) != known.end();
        });
  };
  const auto has = [&](std::string_view opcode) {
    return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
  };
  if (opcodes.empty()) return {};
  if (are_among({"convert"})) return "cast";
  if (has("transpose") &&
      are_among({"transpose", "copy", "convert", "reshape"})) {
    return "transpose";
  }
  if (has("copy") && are_among({"copy", "reshape", "convert"})) return "copy";
  return are_among({"pad"}) ? "pad" : "";
}

bool IsInProgram(const InstructionRow& row) {
  return row.hlo_row != HloProgram::kNone;
}

}  // namespace

std::vector<PrecisionRow> FindPrecision(const RecordedInstructions& found) {
  std::set<std::string_view> narrow;  // ids of programs
  for (const InstructionRow& row : found.rows) {
    if (IsInProgram(row) && HasNarrowOperand(row.costs->MatrixOf(row.hlo_row)))
      narrow.insert(row.program_id);
  }
  std::vector<PrecisionRow> rows;
  for (uint32_t i = 0; i < found.rows.size(); ++i) {
    const InstructionRow& row = found.rows[i];
    if (!IsInProgram(row)) continue;
    const auto add = [&](std::string_view finding) {
      rows.push_back({finding, i});
    };
    if (row.costs->HasType(row.hlo_row, {kHloF64, kHloC128})) add("f64");
    const MatrixTypes matrix = row.costs->MatrixOf(row.hlo_row);
    const bool is_wide =
        matrix.has_any && (matrix.of_operands & ~kWideBits) == 0;
    if (is_wide && narrow.contains(row.program_id)) add("f32 beside 16 bits");
    const std::string_view move = MoveOf(row.costs->OpcodesIn(row.hlo_row));
    if (!move.empty()) add(move);
  }
  return rows;
}

std::vector<Section> PrecisionSections(
    const std::shared_ptr<const RecordedInstructions>& found,
    const RowFormat& format) {
  using enum Unit;
  std::vector<PrecisionRow> rows = FindPrecision(*found);
  if (rows.empty()) return {};
  Section section{"precision", {}, {}};
  if (!found->has_times) {
    section.notes.emplace_back("times and runs need a recording");
  }
  const size_t shown = format.Shown(rows.size());
  if (shown < rows.size()) {
    section.notes.push_back(fmt::format(
        "{} more rows; --time_limit=0 shows all", rows.size() - shown));
  }
  const bool for_people = format.is_for_people;
  Table table;
  table.columns = {{"finding"}, {"program"}};
  if (!for_people) table.columns.push_back({"program id"});
  for (const std::string_view title : {"instruction", "operands", "result"}) {
    table.columns.push_back({std::string(title)});
  }
  table.columns.push_back({"runs", kCount});
  table.columns.push_back({"self", kNanos});
  table.columns.push_back({"bytes", kBytes});
  table.columns.push_back({"op name"});
  table.columns.push_back({"code"});
  table.AddRows(
      shown, format.makes_rows,
      [found, rows = std::move(rows), for_people](size_t at) {
        const InstructionRow& row = found->rows[rows[at].row];
        const HloProgram& program = row.costs->program();
        std::vector<Cell> cells = {OwnedText(rows[at].finding),
                                   OwnedText(row.program)};
        if (!for_people) cells.emplace_back(OwnedText(row.program_id));
        cells.emplace_back(OwnedText(row.instruction));
        cells.emplace_back(OwnedText(row.costs->OperandWords(row.hlo_row)));
        cells.emplace_back(OwnedText(
            WordsOfShape(program, program.shapes_of[row.hlo_row], false)));
        const bool has_times = found->has_times;
        cells.push_back(has_times ? Cell(row.runs) : Cell());
        cells.push_back(
            has_times ? Cell(static_cast<double>(row.self_ps) / 1000) : Cell());
        cells.push_back(CellOf(row.bytes));
        cells.emplace_back(OwnedText(row.op_name));
        cells.emplace_back(OwnedText(row.Code()));
        return cells;
      });
  section.block = std::move(table);
  std::vector<Section> sections;
  sections.push_back(std::move(section));
  return sections;
}

}  // namespace tfprof
