// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/memory_tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/rows_of_lists.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

using enum Unit;

Cell BytesShare(int64_t part, int64_t whole) {
  return whole > 0
             ? Cell(static_cast<double>(part) / static_cast<double>(whole))
             : Cell();
}

// All bytes known to be alive at the peak.
int64_t WholeOf(const AllocatorMemory& memory) {
  int64_t whole = memory.UnattributedBytes().value_or(0);
  for (const AliveRow& row : memory.alive) whole = WrapAdd(whole, row.bytes);
  return whole;
}

bool HasSeveralHosts(const std::vector<AllocatorMemory>& memory) {
  return std::any_of(memory.begin(), memory.end(),
                     [&](const AllocatorMemory& other) {
                       return other.host != memory[0].host;
                     });
}

class MemoryTableMaker {
 public:
  MemoryTableMaker(const StepRecords& records,
                   const std::vector<AllocatorMemory>& memory,
                   const CodeLines& code, const RowFormat& format)
      : records_(records),
        memory_(memory),
        code_(code),
        format_(format),
        start_us_(FirstStartUs(records)),
        shows_host_(HasSeveralHosts(memory)) {}

  std::vector<Section> Make() const;

 private:
  using NameOf = std::string (MemoryTableMaker::*)(const AliveRow&) const;

  // The bytes alive under one name in an allocator.
  struct GroupRow {
    size_t allocator = 0;
    std::string name;
    int64_t bytes = 0;
    int64_t buffers = 0;
  };

  std::string Text(StringId text) const {
    return std::string(records_.strings[text]);
  }

  std::string_view NodeOf(const AliveRow& row) const {
    return records_.strings[records_.node[row.record]];
  }

  std::string ScopeOfRow(const AliveRow& row) const {
    return std::string(ScopeOfNode(NodeOf(row)));
  }

  std::string TypeOf(const AliveRow& row) const {
    const StringId type = records_.type[row.record];
    return type.valid() ? Text(type) : "";
  }

  std::string CodeOf(const AliveRow& row) const {
    return code_.OwnerOf(NodeOf(row)).Label();
  }

  std::string AlsoOf(const AliveRow& row) const;

  Section Allocators() const;
  std::vector<Cell> CellsForPeople(const AllocatorMemory& memory) const;
  std::vector<Cell> CellsForPrograms(const AllocatorMemory& memory) const;
  Section Alive() const;
  std::vector<Cell> CellsOf(const AllocatorMemory& memory,
                            const AliveRow& row) const;
  Section AliveForPeople() const;
  Section Group(std::string_view heading, NameOf name_of,
                std::string_view without_name) const;
  std::vector<GroupRow> GroupsOf(size_t allocator, NameOf name_of,
                                 std::string_view without_name) const;
  std::vector<Cell> CellsOf(const GroupRow& row, int64_t whole) const;
  Section Curve() const;
  Cell SinceStart(const std::optional<int64_t>& at_us) const;

  const StepRecords& records_;
  const std::vector<AllocatorMemory>& memory_;
  const CodeLines& code_;
  const RowFormat format_;
  const int64_t start_us_;
  const bool shows_host_;
};

std::string MemoryTableMaker::AlsoOf(const AliveRow& row) const {
  std::string names;
  for (const StringId name : row.also) {
    if (!names.empty()) names += ',';
    names += records_.strings[name];
  }
  return names;
}

Cell MemoryTableMaker::SinceStart(const std::optional<int64_t>& at_us) const {
  return at_us ? Cell(*at_us - start_us_) : Cell();
}

std::vector<Cell> MemoryTableMaker::CellsForPeople(
    const AllocatorMemory& memory) const {
  std::vector<Cell> cells = {
      Text(memory.allocator),     CellOf(memory.peak_bytes),
      memory.step_peak_bytes,     CellOf(memory.base_bytes),
      SinceStart(memory.peak_us), memory.allocations,
      memory.not_freed,           std::string(WordsOf(memory.method))};
  if (shows_host_) cells.emplace_back(Text(memory.host));
  return cells;
}

std::vector<Cell> MemoryTableMaker::CellsForPrograms(
    const AllocatorMemory& memory) const {
  return {Text(memory.host),
          Text(memory.allocator),
          std::string(WordsOf(memory.method)),
          memory.allocations,
          memory.not_freed,
          memory.unmatched_frees,
          memory.step_peak_bytes,
          memory.step_peak_at_most_bytes,
          CellOf(memory.peak_us),
          CellOf(memory.base_bytes),
          memory.base_least_block,
          memory.base_agree,
          memory.base_samples,
          memory.seen_before_bytes,
          memory.declared_bytes,
          CellOf(memory.UnattributedBytes()),
          CellOf(memory.peak_bytes),
          memory.base_changes,
          CellOf(memory.base_at_peak_bytes),
          CellOf(memory.peak_at_most_bytes)};
}

Section MemoryTableMaker::Allocators() const {
  Section section{"allocators", {}, {}};
  Table table;
  if (format_.is_for_people) {
    table.columns = {{"allocator"},           {"peak", kBytes},
                     {"of the step", kBytes}, {"held before", kBytes},
                     {"at", kMicros},         {"allocations"},
                     {"not freed"},           {"method"}};
    if (shows_host_) table.columns.push_back({"host"});
  } else {
    table.columns = {{"host"},
                     {"allocator"},
                     {"method"},
                     {"allocations"},
                     {"not freed"},
                     {"unmatched frees"},
                     {"step peak", kBytes},
                     {"step peak at most", kBytes},
                     {"peak", kMicros},
                     {"base", kBytes},
                     {"base least block"},
                     {"base agree"},
                     {"base samples"},
                     {"seen before", kBytes},
                     {"declared", kBytes},
                     {"unattributed", kBytes},
                     {"peak", kBytes},
                     {"base changes"},
                     {"base at peak", kBytes},
                     {"peak at most", kBytes}};
  }
  table.AddRows(memory_.size(), format_.makes_rows,
                [maker = *this](size_t row) {
                  return maker.format_.is_for_people
                             ? maker.CellsForPeople(maker.memory_[row])
                             : maker.CellsForPrograms(maker.memory_[row]);
                });
  section.notes = NotesOnAll(memory_, records_.strings);
  if (records_.MayBeCut()) {
    section.notes.push_back(fmt::format(
        "{} records: TensorFlow keeps {} of a step and drops the rest, so the "
        "peak is that of a part",
        records_.recorded, StepRecords::kMostCollected));
  }
  section.block = std::move(table);
  return section;
}

std::vector<Cell> MemoryTableMaker::CellsOf(const AllocatorMemory& memory,
                                            const AliveRow& row) const {
  return {Text(memory.host), Text(memory.allocator), std::string(NodeOf(row)),
          ScopeOfRow(row), TypeOf(row),
          // The row's own line: a gradient's is the call that made it.
          std::string(code_.Of(NodeOf(row))), row.bytes,
          CellOf(row.requested_bytes),
          row.slot == Buffer::kNoSlot ? Cell() : Cell(int64_t{row.slot}),
          CellOf(row.since_us), CellOf(row.freed_us),
          std::string(WordsOf(row.kind)), AlsoOf(row)};
}

Section MemoryTableMaker::Alive() const {
  Section section{"alive at the peak", {}, {}};
  Table table{{{"host"},
               {"allocator"},
               {"node"},
               {"scope"},
               {"type"},
               {"code"},
               {"bytes", kBytes},
               {"tensor", kBytes},
               {"slot"},
               {"since", kMicros},
               {"freed", kMicros},
               {"kind"},
               {"also"}},
              {}};
  RowsOfLists rows;
  for (const AllocatorMemory& memory : memory_) {
    rows.AddList(memory.alive.size());
  }
  const size_t count = rows.size();
  table.AddRows(count, format_.makes_rows,
                [maker = *this, rows = std::move(rows)](size_t row) {
                  const auto [list, at] = rows.At(row);
                  const AllocatorMemory& memory = maker.memory_[list];
                  return maker.CellsOf(memory, memory.alive[at]);
                });
  section.block = std::move(table);
  return section;
}

Section MemoryTableMaker::AliveForPeople() const {
  Section section{"alive at the peak", {}, {}};
  Table table{{{"bytes", kBytes},
               {"share", kShare},
               {"since", kMicros},
               {"freed", kMicros},
               {"kind"},
               {"also in"},
               {"allocator"},
               {"type"},
               {"node"},
               {"code"}},
              {}};
  size_t left_out = 0;
  for (const AllocatorMemory& memory : memory_) {
    const int64_t whole = WholeOf(memory);
    const size_t shown = format_.Shown(memory.alive.size());
    left_out += memory.alive.size() - shown;
    for (size_t i = 0; i < shown; ++i) {
      const AliveRow& row = memory.alive[i];
      table.AddRow(
          {row.bytes, BytesShare(row.bytes, whole), SinceStart(row.since_us),
           SinceStart(row.freed_us), std::string(WordsOf(row.kind)),
           row.also.empty() ? Cell()
                            : Cell(fmt::format("{} more", row.also.size())),
           Text(memory.allocator), TypeOf(row), std::string(NodeOf(row)),
           CodeOf(row)});
    }
  }
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

// The largest first.
std::vector<MemoryTableMaker::GroupRow> MemoryTableMaker::GroupsOf(
    size_t allocator, NameOf name_of, std::string_view without_name) const {
  const AllocatorMemory& memory = memory_[allocator];
  std::map<std::string, GroupRow> groups;
  for (const AliveRow& row : memory.alive) {
    std::string name = (this->*name_of)(row);
    if (name.empty()) name = without_name;
    GroupRow& group = groups[name];
    group.bytes = WrapAdd(group.bytes, row.bytes);
    ++group.buffers;
  }
  std::vector<GroupRow> rows;
  rows.reserve(groups.size());
  for (const auto& [name, group] : groups) {
    rows.push_back({allocator, name, group.bytes, group.buffers});
  }
  std::stable_sort(
      rows.begin(), rows.end(),
      [](const GroupRow& a, const GroupRow& b) { return a.bytes > b.bytes; });
  return rows;
}

std::vector<Cell> MemoryTableMaker::CellsOf(const GroupRow& row,
                                            int64_t whole) const {
  const AllocatorMemory& memory = memory_[row.allocator];
  std::vector<Cell> cells = {row.bytes, BytesShare(row.bytes, whole),
                             row.buffers, Text(memory.allocator),
                             std::string(row.name)};
  if (!format_.is_for_people) {
    cells.insert(cells.begin(), Text(memory.host));
  }
  return cells;
}

Section MemoryTableMaker::Group(std::string_view heading, NameOf name_of,
                                std::string_view without_name) const {
  Section section{std::string(heading), {}, {}};
  Table table{{{"bytes", kBytes},
               {"share", kShare},
               {"buffers"},
               {"allocator"},
               {"name"}},
              {}};
  if (!format_.is_for_people)
    table.columns.insert(table.columns.begin(), {"host"});
  size_t left_out = 0;
  std::vector<GroupRow> rows;
  std::vector<int64_t> wholes;  // by allocator
  for (size_t i = 0; i < memory_.size(); ++i) {
    wholes.push_back(WholeOf(memory_[i]));
    const std::vector<GroupRow> groups = GroupsOf(i, name_of, without_name);
    const size_t shown = format_.Shown(groups.size());
    left_out += groups.size() - shown;
    rows.insert(rows.end(), groups.begin(),
                groups.begin() + static_cast<ptrdiff_t>(shown));
  }
  const size_t count = rows.size();
  table.AddRows(count, format_.makes_rows,
                [maker = *this, rows = std::move(rows),
                 wholes = std::move(wholes)](size_t row) {
                  const GroupRow& group = rows[row];
                  return maker.CellsOf(group, wholes[group.allocator]);
                });
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

Section MemoryTableMaker::Curve() const {
  Table table{{{"host"}, {"allocator"}, {"at", kMicros}, {"step", kBytes}}, {}};
  RowsOfLists rows;
  for (const AllocatorMemory& memory : memory_) {
    rows.AddList(memory.curve.size());
  }
  const size_t count = rows.size();
  table.AddRows(count, format_.makes_rows,
                [maker = *this, rows = std::move(rows)](size_t row) {
                  const auto [list, at] = rows.At(row);
                  const AllocatorMemory& memory = maker.memory_[list];
                  const AllocatorMemory::Level& level = memory.curve[at];
                  return std::vector<Cell>{maker.Text(memory.host),
                                           maker.Text(memory.allocator),
                                           level.at_us, level.bytes};
                });
  return {"memory over time",
          {"what the step itself allocated and had not released"},
          std::move(table)};
}

std::vector<Section> MemoryTableMaker::Make() const {
  std::vector<Section> sections;
  sections.push_back(Allocators());
  sections.push_back(format_.is_for_people ? AliveForPeople() : Alive());
  sections.push_back(
      Group("alive by scope", &MemoryTableMaker::ScopeOfRow, "(no scope)"));
  sections.push_back(
      Group("alive by type", &MemoryTableMaker::TypeOf, "(no op type)"));
  sections.push_back(
      Group("alive by code", &MemoryTableMaker::CodeOf, "(no call stack)"));
  if (!format_.is_for_people) sections.push_back(Curve());
  return sections;
}

}  // namespace

std::vector<Section> MemoryTables(const StepRecords& records,
                                  const std::vector<AllocatorMemory>& memory,
                                  const CodeLines& code,
                                  const RowFormat& format) {
  return MemoryTableMaker(records, memory, code, format).Make();
}

}  // namespace tfprof
