// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/compare_peaks.h"

#include <map>
#include <string>
#include <utility>

#include "base/numbers.h"

namespace tfprof {

namespace {

// An allocator in both dumps; null where it is not there.
struct AllocatorPair {
  const AllocatorMemory* base = nullptr;
  const AllocatorMemory* now = nullptr;
};

// By host and name.
using AllocatorPairs =
    std::map<std::pair<std::string, std::string>, AllocatorPair>;

void AddSide(const MemoryOfDump& dump,
             const AllocatorMemory* AllocatorPair::*side,
             AllocatorPairs& pairs) {
  const StringPool& strings = dump.records.strings;
  for (const AllocatorMemory& memory : dump.memory) {
    pairs[{std::string(strings[memory.host]),
           std::string(strings[memory.allocator])}].*
        side = &memory;
  }
}

bool IsPeakKnown(const AllocatorMemory* memory) {
  return memory == nullptr || memory->peak_bytes.has_value();
}

std::vector<Cell> CellsOf(const AllocatorPair& pair) {
  const bool is_all = IsPeakKnown(pair.base) && IsPeakKnown(pair.now);
  const auto peak = [&](const AllocatorMemory* memory) -> Cell {
    if (memory == nullptr) return {};
    return is_all ? *memory->peak_bytes : memory->step_peak_bytes;
  };
  std::vector<Cell> cells = {std::string(is_all ? "all" : "of the step"),
                             peak(pair.base), peak(pair.now), Cell(), Cell()};
  if (pair.base == nullptr || pair.now == nullptr) return cells;
  const auto before = std::get<int64_t>(cells[1]);
  const int64_t change = WrapAdd(std::get<int64_t>(cells[2]), -before);
  cells[3] = change;
  if (before > 0) {
    cells[4] = static_cast<double>(change) / static_cast<double>(before);
  }
  return cells;
}

}  // namespace

Section ComparePeaks(const MemoryOfDump& base, const MemoryOfDump& now) {
  AllocatorPairs pairs;
  AddSide(base, &AllocatorPair::base, pairs);
  AddSide(now, &AllocatorPair::now, pairs);
  Section section;
  section.heading = "peak memory";
  if (pairs.empty()) {
    section.notes.emplace_back("no allocator left records");
    return section;
  }
  Table table;
  table.columns = {{"host"},
                   {"allocator"},
                   {"counted"},
                   {"base", Unit::kBytes},
                   {"new", Unit::kBytes},
                   {"change", Unit::kBytes},
                   {"change share", Unit::kShare}};
  for (const auto& [names, pair] : pairs) {
    std::vector<Cell> row = {names.first, names.second};
    for (Cell& cell : CellsOf(pair)) row.push_back(std::move(cell));
    table.AddRow(std::move(row));
  }
  section.block = std::move(table);
  return section;
}

}  // namespace tfprof
