// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/memory_tables.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/memory_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

constexpr RowFormat kForPrograms{.is_for_people = false};

// Three buffers, of which one was released before the peak.
StepRecords ThreeBuffers() {
  MemoryMaker maker;
  maker.Add("x/a", "Conv2D()", 0, 10, {{2, 300}}, {{300, 1}});
  maker.Add("x/b", "Relu(x/a)", 12, 20, {{13, 50}, {14, -50}}, {});
  maker.Add("y/c", "Relu(x/b)", 22, 30, {{23, 100}}, {{100, 2}});
  return maker.Finish();
}

std::vector<Section> TablesFor(const StepRecords& records,
                               const RowFormat& format) {
  return MemoryTables(records, Look(records), CodeLines(), format);
}

// The bytes, share and name of a group.
Rows GroupsOf(const Section& section) {
  Rows rows;
  for (const auto& row : TableOf(section).rows) {
    rows.push_back(fmt::format("{} {} {}", TextOf(row[0], Unit::kBytes),
                               TextOf(row[1], Unit::kShare),
                               std::get<OwnedText>(row[4]).view()));
  }
  return rows;
}

}  // namespace

TEST_CASE("what was alive is added up by scope and by op type") {
  const StepRecords records = ThreeBuffers();
  const std::vector<Section> sections = TablesFor(records, {});
  REQUIRE(sections.size() == 5);
  CHECK(GroupsOf(sections[2]) == Rows{"300B 75.00% x", "100B 25.00% y"});
  CHECK(GroupsOf(sections[3]) ==
        Rows{"300B 75.00% Conv2D", "100B 25.00% Relu"});
  CHECK(GroupsOf(sections[4]) == Rows{"400B 100.00% (no call stack)"});
}

TEST_CASE("programs have every row and what was held over time") {
  const StepRecords records = ThreeBuffers();
  const std::vector<Section> sections = TablesFor(records, kForPrograms);
  REQUIRE(sections.size() == 6);
  const Table& curve = TableOf(sections[5]);
  std::vector<int64_t> levels;
  for (const auto& row : curve.rows) {
    levels.push_back(std::get<int64_t>(row[3]));
  }
  CHECK(levels == std::vector<int64_t>{300, 350, 300, 400});
}

TEST_CASE("rows that are made when they are written are the same ones") {
  const StepRecords records = ThreeBuffers();
  const std::vector<AllocatorMemory> memory = Look(records);
  const CodeLines code;
  for (const bool is_for_people : {false, true}) {
    const auto held =
        MemoryTables(records, memory, code, {.is_for_people = is_for_people});
    const auto made =
        MemoryTables(records, memory, code,
                     {.is_for_people = is_for_people, .makes_rows = true});
    REQUIRE(made.size() == held.size());
    for (size_t i = 0; i < held.size(); ++i) {
      INFO(held[i].heading);
      std::vector<std::vector<Cell>> rows;
      std::vector<Cell> buffer;
      for (size_t row = 0; row < TableOf(made[i]).RowCount(); ++row) {
        rows.push_back(TableOf(made[i]).RowAt(row, buffer));
      }
      CHECK(rows == TableOf(held[i]).rows);
      const bool is_held =
          is_for_people && held[i].heading == "alive at the peak";
      CHECK(TableOf(made[i]).rows.empty() != is_held);
    }
  }
}

TEST_CASE("people see times from the start of the step, the first rows") {
  const StepRecords records = ThreeBuffers();
  const std::vector<Section> sections = TablesFor(records, {.row_limit = 1});
  const Table& alive = TableOf(sections[1]);
  REQUIRE(alive.rows.size() == 1);
  CHECK(alive.rows[0][2] == Cell(int64_t{2}));
  CHECK(sections[1].notes == Rows{"1 more rows; --row_limit=0 shows all"});
}

TEST_CASE("a base that is not known is no number") {
  const StepRecords records = ThreeBuffers();
  const auto row = RowOf(TablesFor(records, {})[0], "cpu");
  CHECK(row[1] == Cell());
  CHECK(row[2] == Cell(int64_t{400}));
  CHECK(row[3] == Cell());
  // Then the greatest peak is that of the step's own buffers.
  CHECK(GreatestPeak(Look(records)) == 400);
}

TEST_CASE("hosts are shown where there are several") {
  const StepRecords records = ThreeBuffers();
  std::vector<AllocatorMemory> memory = Look(records);
  const auto titles = [&] {
    std::vector<std::string> names;
    const auto sections = MemoryTables(records, memory, CodeLines(), {});
    for (const TableColumn& column : TableOf(sections[0]).columns) {
      names.push_back(column.title);
    }
    return names;
  };
  CHECK(titles().back() == "method");
  memory.push_back(memory[0]);
  memory[1].host = records.strings.Find("x/a");  // any other text
  CHECK(titles().back() == "host");
}

TEST_CASE("of many allocators the ones with the greatest peaks are kept") {
  const StepRecords records = ThreeBuffers();
  std::vector<AllocatorMemory> memory(50, Look(records)[0]);
  for (size_t i = 0; i < memory.size(); ++i) {
    memory[i].step_peak_bytes = static_cast<int64_t>(i * 37 % 50);
  }
  CHECK(KeepLargest(50, memory) == 0);
  CHECK(KeepLargest(3, memory) == 47);
  REQUIRE(memory.size() == 3);
  // 37 * 27 is 999, and so on: in the order they had.
  CHECK(memory[0].step_peak_bytes == 48);
  CHECK(memory[1].step_peak_bytes == 49);
  CHECK(memory[2].step_peak_bytes == 47);
}

TEST_CASE("what is to be said of many allocators is said of the first") {
  const StepRecords records = ThreeBuffers();
  const std::vector<AllocatorMemory> memory(50, Look(records)[0]);
  const auto sections =
      MemoryTables(records, memory, CodeLines(), kForPrograms);
  const std::vector<std::string>& notes = sections[0].notes;
  REQUIRE(notes.size() == 42);
  CHECK(std::count(notes.begin(), notes.end(), notes[0]) == 20);
  CHECK(notes[40].starts_with("30 more allocators: "));
}

}  // namespace tfprof
