// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/planned_sections.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

std::string_view NameOfPlanned(const PlannedMemory& row) {
  const HloModule& module = row.of.program->module;
  return module.strings[module.name];
}

// Program, its id and the memory space: what all tables begin with.
std::vector<Cell> PlaceOfPlanned(const PlannedMemory& row) {
  return {OwnedText(NameOfPlanned(row)), OwnedText(std::to_string(row.of.id)),
          row.space};
}

std::vector<TableColumn> PlaceColumns() {
  return {{"program"}, {"program id"}, {"space"}};
}

// People see the greatest peak first.
std::vector<const PlannedMemory*> InOrderOfPeaks(const Planned& planned,
                                                 bool for_people) {
  std::vector<const PlannedMemory*> rows;
  for (const PlannedMemory& row : planned.rows) rows.push_back(&row);
  if (!for_people) return rows;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PlannedMemory* a, const PlannedMemory* b) {
                     if (a->peak_bytes != b->peak_bytes) {
                       return a->peak_bytes > b->peak_bytes;
                     }
                     return NameOfPlanned(*a) < NameOfPlanned(*b);
                   });
  return rows;
}

Section PlannedSection(const Planned& planned, const RowFormat& format) {
  const bool for_people = format.is_for_people;
  Table table{PlaceColumns(), {}};
  const auto add = [&](std::string title) {
    table.columns.push_back({std::move(title), Unit::kBytes});
  };
  table.columns.push_back({"allocations", Unit::kCount});
  add("peak bytes");
  add("total bytes");
  for (const std::string_view kind :
       {"parameter", "output", "constant", "temporary"}) {
    add(fmt::format("{} bytes", kind));
  }
  if (!for_people) {
    add("thread local bytes");
    add("live out bytes");
    add("aliased bytes");
    add("temporary peak bytes");
  }
  add("unused temporary bytes");
  add("padding bytes");
  if (!for_people) table.columns.push_back({"has order"});
  std::vector<const PlannedMemory*> rows = InOrderOfPeaks(planned, for_people);
  const size_t left_out = rows.size() - format.Shown(rows.size());
  rows.resize(rows.size() - left_out);
  for (const PlannedMemory* const shown : rows) {
    const PlannedMemory& row = *shown;
    std::vector<Cell> cells = PlaceOfPlanned(row);
    cells.emplace_back(row.allocations);
    cells.emplace_back(row.peak_bytes);
    cells.emplace_back(row.total_bytes);
    for (const PlannedKind kind :
         {PlannedKind::kParameter, PlannedKind::kOutput, PlannedKind::kConstant,
          PlannedKind::kTemporary}) {
      cells.emplace_back(row.BytesOf(kind));
    }
    if (!for_people) {
      cells.emplace_back(row.BytesOf(PlannedKind::kThreadLocal));
      cells.emplace_back(row.live_out_bytes);
      cells.emplace_back(row.aliased_bytes);
      cells.emplace_back(row.temporary_peak_bytes);
    }
    cells.emplace_back(row.BytesOf(PlannedKind::kTemporary) -
                       row.temporary_peak_bytes);
    cells.emplace_back(row.padding_bytes);
    if (!for_people) cells.emplace_back(row.has_order);
    table.AddRow(std::move(cells));
  }
  Section section{"planned", {}, std::move(table)};
  if (left_out > 0) {
    section.notes.push_back(RowFormat::WordsOfRest(left_out));
  }
  for (const std::string& name : planned.too_large) {
    section.notes.push_back(fmt::format(
        "the sizes of {} exceed 64 bits, so it has no row", Printable(name)));
  }
  return section;
}

std::vector<Cell> CellsOfAlive(const PlannedMemory& row,
                               const PlannedMemory::Alive& alive) {
  const HloProgram& program = *row.of.program;
  const HloModule& module = program.module;
  std::string slot;
  HloProgram::Row shape = HloProgram::kNone;
  HloModule::Instruction none;
  const HloModule::Instruction* instruction = &none;
  std::string code;
  if (alive.buffer != nullptr &&
      alive.buffer->instruction != HloModule::kNone) {
    const HloModule::Row at = alive.buffer->instruction;
    instruction = &module.instructions[at];
    shape = program.shapes_of[at];
    code = CodeOfInstruction(module, at);
  }
  if (alive.buffer != nullptr) {
    const HloProgram::Range& range = alive.buffer->slot;
    for (uint32_t i = range.first; i < range.end; ++i) {
      const int64_t part = program.numbers[i];
      slot += fmt::format("{}{}", i > range.first ? "," : "", part);
      if (shape == HloProgram::kNone) continue;
      const HloProgram::Shape& whole = program.shapes[shape];
      if (part >= 0 && part < whole.end_part - whole.first_part) {
        shape = whole.first_part + static_cast<HloProgram::Row>(part);
      }
    }
  }
  const auto text = [&](StringId id) {
    return OwnedText(id.valid() ? module.strings[id] : std::string_view());
  };
  std::vector<Cell> cells = PlaceOfPlanned(row);
  cells.emplace_back(alive.bytes);
  cells.emplace_back(alive.padding_bytes);
  cells.emplace_back(OwnedText(WordOfPlanned(alive.kind)));
  cells.emplace_back(text(instruction->name));
  cells.emplace_back(OwnedText(slot));
  cells.emplace_back(OwnedText(shape == HloProgram::kNone
                                   ? std::string()
                                   : WordsOfShape(program, shape)));
  cells.emplace_back(text(instruction->opcode));
  cells.emplace_back(text(instruction->op_name));
  cells.emplace_back(OwnedText(code));
  return cells;
}

// The row whose peak is the greatest, the first of equals.
const PlannedMemory& GreatestOf(const Planned& planned) {
  return *std::max_element(planned.rows.begin(), planned.rows.end(),
                           [](const PlannedMemory& a, const PlannedMemory& b) {
                             return a.peak_bytes < b.peak_bytes;
                           });
}

Section AliveSection(const std::shared_ptr<const Planned>& planned,
                     const RowFormat& format) {
  Table table{PlaceColumns(), {}};
  table.columns.push_back({"bytes", Unit::kBytes});
  table.columns.push_back({"padding bytes", Unit::kBytes});
  for (const std::string_view title :
       {"kind", "instruction", "slot", "shape", "opcode", "op name", "code"}) {
    table.columns.push_back({std::string(title)});
  }
  Section section{"planned at the peak", {}, {}};
  const auto add = [&](const PlannedMemory& row) {
    const size_t shown = format.Shown(row.alive.size());
    for (size_t i = 0; i < shown; ++i) {
      table.AddRow(CellsOfAlive(row, row.alive[i]));
    }
    if (shown < row.alive.size()) {
      section.notes.push_back(RowFormat::WordsOfRest(row.alive.size() - shown));
    }
  };
  if (format.is_for_people) {
    add(GreatestOf(*planned));
  } else {
    for (const PlannedMemory& row : planned->rows) add(row);
  }
  section.block = std::move(table);
  return section;
}

Section OrderSection(const Planned& planned) {
  Table table{PlaceColumns(), {}};
  table.columns.push_back({"allocation"});
  table.columns.push_back({"position"});
  table.columns.push_back({"instruction"});
  table.columns.push_back({"bytes", Unit::kBytes});
  for (const PlannedMemory& row : planned.rows) {
    const HloModule& module = row.of.program->module;
    for (const PlannedMemory::Moment& moment : row.order) {
      std::vector<Cell> cells = PlaceOfPlanned(row);
      cells.emplace_back(moment.allocation);
      cells.emplace_back(moment.position);
      cells.emplace_back(OwnedText(moment.instruction.valid()
                                       ? module.strings[moment.instruction]
                                       : std::string_view()));
      cells.emplace_back(moment.bytes);
      table.AddRow(std::move(cells));
    }
  }
  return {"planned in order", {}, std::move(table)};
}

}  // namespace

std::vector<Section> PlannedSections(
    const std::shared_ptr<const Planned>& planned, const RowFormat& format) {
  std::vector<Section> sections;
  if (planned->rows.empty() && planned->too_large.empty()) return sections;
  sections.push_back(PlannedSection(*planned, format));
  if (planned->rows.empty()) return sections;
  sections.push_back(AliveSection(planned, format));
  const bool has_order =
      std::any_of(planned->rows.begin(), planned->rows.end(),
                  [](const PlannedMemory& row) { return !row.order.empty(); });
  if (has_order && !format.is_for_people) {
    sections.push_back(OrderSection(*planned));
  }
  return sections;
}

}  // namespace tfprof
