// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/memory_tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

using enum CellUnit;

Cell BytesShare(int64_t part, int64_t whole) {
  if (whole <= 0) return {};
  return static_cast<double>(part) / static_cast<double>(whole);
}

// All that is known to have been alive at the peak.
int64_t WholeOf(const AllocatorMemory& memory) {
  int64_t whole = memory.UnattributedBytes().value_or(0);
  for (const AliveRow& row : memory.alive) whole = WrapAdd(whole, row.bytes);
  return whole;
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
        start_us_(FirstStartUs(records)) {}

  std::vector<Section> Make() const;

 private:
  using NameOf = std::string (MemoryTableMaker::*)(const AliveRow&) const;

  bool ShowsHost() const;

  std::string Text(StringId text) const {
    return std::string(records_.strings[text]);
  }

  std::string NodeOf(const AliveRow& row) const {
    return Text(records_.node[row.record]);
  }

  std::string ScopeOfRow(const AliveRow& row) const {
    return std::string(
        ScopeOfNode(records_.strings[records_.node[row.record]]));
  }

  std::string TypeOf(const AliveRow& row) const {
    const StringId type = records_.type[row.record];
    return type.valid() ? Text(type) : "";
  }

  std::string CodeOf(const AliveRow& row) const {
    return std::string(code_.Of(records_.strings[records_.node[row.record]]));
  }

  std::string AlsoOf(const AliveRow& row) const;

  Section Allocators() const;
  void AddForPeople(Table& table, const AllocatorMemory& memory) const;
  void AddForPrograms(Table& table, const AllocatorMemory& memory) const;
  Section Alive() const;
  Section AliveForPeople() const;
  Section Group(std::string_view heading, NameOf name_of,
                std::string_view without_name) const;
  Section Curve() const;
  Cell SinceStart(const std::optional<int64_t>& at_us) const;

  const StepRecords& records_;
  const std::vector<AllocatorMemory>& memory_;
  const CodeLines& code_;
  const RowFormat& format_;
  const int64_t start_us_;
};

bool MemoryTableMaker::ShowsHost() const {
  return std::any_of(memory_.begin(), memory_.end(),
                     [&](const AllocatorMemory& other) {
                       return other.host != memory_[0].host;
                     });
}

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

void MemoryTableMaker::AddForPeople(Table& table,
                                    const AllocatorMemory& memory) const {
  std::vector<Cell> cells = {
      Text(memory.allocator),     CellOf(memory.PeakBytes()),
      memory.step_peak_bytes,     CellOf(memory.base_bytes),
      SinceStart(memory.peak_us), memory.allocations,
      memory.not_freed,           std::string(WordsOf(memory.method))};
  if (ShowsHost()) cells.emplace_back(Text(memory.host));
  table.AddRow(std::move(cells));
}

void MemoryTableMaker::AddForPrograms(Table& table,
                                      const AllocatorMemory& memory) const {
  table.AddRow({Text(memory.host), Text(memory.allocator),
                std::string(WordsOf(memory.method)), memory.allocations,
                memory.not_freed, memory.unmatched_frees,
                memory.step_peak_bytes, memory.step_peak_at_most_bytes,
                CellOf(memory.peak_us), CellOf(memory.base_bytes),
                memory.base_least_block, memory.base_agree, memory.base_samples,
                memory.seen_before_bytes, memory.declared_bytes,
                CellOf(memory.UnattributedBytes()), CellOf(memory.PeakBytes())});
}

Section MemoryTableMaker::Allocators() const {
  Section section{"allocators", {}, {}};
  Table table;
  if (format_.is_for_people) {
    table.columns = {{"allocator"},           {"peak", kBytes},
                     {"of the step", kBytes}, {"held before", kBytes},
                     {"at", kMicros},         {"allocations"},
                     {"not freed"},           {"method"}};
    if (ShowsHost()) table.columns.push_back({"host"});
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
                     {"peak", kBytes}};
  }
  for (const AllocatorMemory& memory : memory_) {
    if (format_.is_for_people) {
      AddForPeople(table, memory);
    } else {
      AddForPrograms(table, memory);
    }
    for (const std::string& note : NotesOn(memory)) {
      section.notes.push_back(
          fmt::format("{}: {}", records_.strings[memory.allocator], note));
    }
  }
  if (records_.MayBeCut()) {
    section.notes.push_back(fmt::format(
        "{} records: TensorFlow keeps {} of a step and drops the rest, so the "
        "peak is that of a part",
        records_.recorded, StepRecords::kMostCollected));
  }
  section.block = std::move(table);
  return section;
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
  for (const AllocatorMemory& memory : memory_) {
    for (const AliveRow& row : memory.alive) {
      table.AddRow(
          {Text(memory.host), Text(memory.allocator), NodeOf(row),
           ScopeOfRow(row), TypeOf(row), CodeOf(row), row.bytes,
           CellOf(row.requested_bytes),
           row.slot == Buffer::kNoSlot ? Cell() : Cell(int64_t{row.slot}),
           CellOf(row.since_us), CellOf(row.freed_us),
           std::string(WordsOf(row.kind)), AlsoOf(row)});
    }
  }
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
           Text(memory.allocator), TypeOf(row), NodeOf(row), CodeOf(row)});
    }
  }
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

Section MemoryTableMaker::Group(std::string_view heading, NameOf name_of,
                                std::string_view without_name) const {
  struct Sum {
    int64_t bytes = 0;
    int64_t buffers = 0;
  };

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
  for (const AllocatorMemory& memory : memory_) {
    std::map<std::string, Sum> sums;
    for (const AliveRow& row : memory.alive) {
      std::string name = (this->*name_of)(row);
      if (name.empty()) name = without_name;
      Sum& sum = sums[std::move(name)];
      sum.bytes = WrapAdd(sum.bytes, row.bytes);
      ++sum.buffers;
    }
    std::vector<std::pair<std::string, Sum>> rows(sums.begin(), sums.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) {
                       return a.second.bytes > b.second.bytes;
                     });
    const size_t shown = format_.Shown(rows.size());
    left_out += rows.size() - shown;
    const int64_t whole = WholeOf(memory);
    for (size_t i = 0; i < shown; ++i) {
      const auto& [name, sum] = rows[i];
      std::vector<Cell> cells = {sum.bytes, BytesShare(sum.bytes, whole),
                                 sum.buffers, Text(memory.allocator), name};
      if (!format_.is_for_people)
        cells.insert(cells.begin(), Text(memory.host));
      table.AddRow(std::move(cells));
    }
  }
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

Section MemoryTableMaker::Curve() const {
  Table table{{{"host"}, {"allocator"}, {"at", kMicros}, {"step", kBytes}}, {}};
  for (const AllocatorMemory& memory : memory_) {
    for (const AllocatorMemory::Level& level : memory.curve) {
      table.AddRow({Text(memory.host), Text(memory.allocator), level.at_us,
                    level.bytes});
    }
  }
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

std::vector<Trace::Curve> CurvesOf(const StepRecords& records,
                                   const std::vector<AllocatorMemory>& memory) {
  std::vector<Trace::Curve> curves;
  for (const AllocatorMemory& allocator : memory) {
    if (allocator.curve.empty()) continue;
    Trace::Curve& curve = curves.emplace_back();
    const std::string_view host = records.strings[allocator.host];
    curve.name =
        fmt::format("{} {}{}{}", records.strings[allocator.allocator],
                    allocator.base_bytes ? "held" : "allocated in the step",
                    host.empty() ? "" : " of ", host);
    const int64_t base = allocator.base_bytes.value_or(0);
    for (const AllocatorMemory::Level& level : allocator.curve) {
      curve.levels.push_back({level.at_us, WrapAdd(base, level.bytes)});
    }
  }
  return curves;
}

int64_t GreatestPeak(const std::vector<AllocatorMemory>& memory) {
  int64_t peak = 0;
  for (const AllocatorMemory& allocator : memory) {
    peak = std::max(peak,
                    allocator.PeakBytes().value_or(allocator.step_peak_bytes));
  }
  return peak;
}

}  // namespace tfprof
