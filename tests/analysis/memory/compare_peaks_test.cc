// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/compare_peaks.h"

#include <optional>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

void AddAllocator(MemoryOfDump& dump, const char* name, int64_t step_peak,
                  std::optional<int64_t> base) {
  AllocatorMemory& memory = dump.memory.emplace_back();
  memory.host = dump.records.strings.Intern("");
  memory.allocator = dump.records.strings.Intern(name);
  memory.step_peak_bytes = step_peak;
  memory.base_bytes = base;
  if (base) memory.peak_bytes = *base + step_peak;
}

}  // namespace

TEST_CASE("peaks of two dumps stand beside each other, with the change") {
  MemoryOfDump base, now;
  AddAllocator(base, "gpu", 1000, 3000);
  AddAllocator(now, "gpu", 2000, 3000);
  const Section section = ComparePeaks(base, now);
  CHECK(LinesOf(section) ==
        Lines{" | gpu | all | 4.00KB | 5.00KB | 1.00KB | 25.00%"});
}

TEST_CASE("what was held before counts only where both dumps tell it") {
  MemoryOfDump base, now;
  AddAllocator(base, "gpu", 1000, 3000);
  AddAllocator(now, "gpu", 500, std::nullopt);
  CHECK(LinesOf(ComparePeaks(base, now)) ==
        Lines{" | gpu | of the step | 1.00KB | 500B | -500B | -50.00%"});
}

TEST_CASE("an allocator of one side has nothing on the other, and no change") {
  MemoryOfDump base, now;
  AddAllocator(base, "cpu", 1000, std::nullopt);
  AddAllocator(now, "gpu", 2000, std::nullopt);
  const Section section = ComparePeaks(base, now);
  const Table& table = TableOf(section);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][3] == Cell(int64_t{1000}));
  CHECK(table.rows[0][4] == Cell());
  CHECK(table.rows[0][5] == Cell());
  CHECK(table.rows[1][3] == Cell());
  CHECK(table.rows[1][4] == Cell(int64_t{2000}));
}

TEST_CASE("a peak of nothing has a change and no share") {
  MemoryOfDump base, now;
  AddAllocator(base, "cpu", 0, std::nullopt);
  AddAllocator(now, "cpu", 2000, std::nullopt);
  const Section section = ComparePeaks(base, now);
  CHECK(TableOf(section).rows[0][5] == Cell(int64_t{2000}));
  CHECK(TableOf(section).rows[0][6] == Cell());
}

TEST_CASE("dumps without records of allocators say so") {
  const Section section = ComparePeaks({}, {});
  CHECK(section.notes == Lines{"no allocator left records"});
  CHECK(std::holds_alternative<std::monostate>(section.block));
}

}  // namespace tfprof
