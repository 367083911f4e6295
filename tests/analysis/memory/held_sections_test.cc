// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/held_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

struct HeldMaker {
  HeldMaker& Add(const std::string& device, const std::string& file,
                 int64_t line, int64_t bytes, int64_t count) {
    StringPool& strings = held.strings;
    held.rows.push_back({strings.Intern(device), strings.Intern("buffer"),
                         strings.Intern(file), strings.Intern("f"), line, bytes,
                         count});
    return *this;
  }

  HeldMemory held;
};

constexpr RowFormat kHeldForPrograms{.is_for_people = false};

using CellRows = std::vector<std::vector<Cell>>;

}  // namespace

TEST_CASE("programs get a row for each device, people one for each line") {
  HeldMaker maker;
  maker.Add("gpu:0", "a.py", 3, 60, 2)
      .Add("gpu:1", "a.py", 3, 20, 1)
      .Add("gpu:1", "b.py", 4, 20, 1);
  const auto programs = HeldSections(maker.held, kHeldForPrograms);
  REQUIRE(programs.size() == 2);
  CHECK(programs[0].heading == "held by device");
  CHECK(TableOf(programs[0]).rows ==
        CellRows{{Cell("gpu:0"), Cell(int64_t{60}), Cell(int64_t{2})},
                 {Cell("gpu:1"), Cell(int64_t{40}), Cell(int64_t{2})}});
  CHECK(programs[1].heading == "held");
  CHECK(TableOf(programs[1]).rows.size() == 3);
  CHECK(TableOf(programs[1]).rows[1] ==
        std::vector<Cell>{Cell("gpu:1"), Cell("buffer"), Cell("a.py:3"),
                          Cell("f"), Cell(int64_t{20}), Cell(int64_t{1})});
  const auto people = HeldSections(maker.held, {});
  const Table& lines = TableOf(people[1]);
  REQUIRE(lines.rows.size() == 2);
  CHECK(lines.rows[0] == std::vector<Cell>{Cell(int64_t{80}), Cell(0.8),
                                           Cell(int64_t{2}), Cell(int64_t{60}),
                                           Cell(int64_t{3}), Cell("buffer"),
                                           Cell("f"), Cell("a.py:3")});
}

TEST_CASE("people see so many lines, and no devices if there is one") {
  HeldMaker maker;
  maker.Add("cpu:0", "a.py", 3, 60, 2).Add("cpu:0", "a.py", 4, 20, 1);
  const auto people = HeldSections(maker.held, {.row_limit = 1});
  CHECK(TableOf(people[1]).rows.size() == 1);
  CHECK(TableOf(people[1]).columns.size() == 6);
  CHECK(people[1].notes ==
        std::vector<std::string>{"1 more rows; --row_limit=0 shows all"});
}

TEST_CASE("the difference has the largest change first, whatever its sign") {
  HeldMaker before;
  before.Add("gpu:0", "gone.py", 1, 50, 1)
      .Add("gpu:0", "same.py", 2, 7, 1)
      .Add("gpu:0", "more.py", 3, 10, 1);
  HeldMaker after;
  after.Add("gpu:0", "more.py", 3, 30, 3)
      .Add("gpu:1", "new.py", 4, 90, 1)
      .Add("gpu:0", "same.py", 2, 7, 1);
  const auto all =
      HeldDifference(before.held, after.held, {}, kHeldForPrograms);
  CHECK(TableOf(all[0]).rows ==
        CellRows{{Cell("gpu:1"), Cell(int64_t{0}), Cell(int64_t{90}),
                  Cell(int64_t{90})},
                 {Cell("gpu:0"), Cell(int64_t{67}), Cell(int64_t{37}),
                  Cell(int64_t{-30})}});
  const Table& lines = TableOf(all[1]);
  REQUIRE(lines.rows.size() == 4);
  CHECK(lines.rows[0] == std::vector<Cell>{Cell("gpu:1"), Cell("buffer"),
                                           Cell("new.py:4"), Cell("f"),
                                           Cell(int64_t{0}), Cell(int64_t{90}),
                                           Cell(int64_t{0}), Cell(int64_t{1}),
                                           Cell(int64_t{90})});
  CHECK(lines.rows[1][2] == Cell("gone.py:1"));
  CHECK(lines.rows[1][8] == Cell(int64_t{-50}));
  CHECK(lines.rows[2][8] == Cell(int64_t{20}));
  CHECK(lines.rows[3][8] == Cell(int64_t{0}));
  CHECK(KeyOf(lines.columns[4]) == "before_bytes");
  CHECK(KeyOf(lines.columns[8]) == "change_bytes");

  const auto people = HeldDifference(before.held, after.held, {}, {});
  CHECK(TableOf(people[1]).rows.size() == 3);
  CHECK(people[1].notes ==
        std::vector<std::string>{"1 more lines of code changed less"});
  const auto large = HeldDifference(
      before.held, after.held, {.absolute = 40, .share = 0}, kHeldForPrograms);
  CHECK(TableOf(large[1]).rows.size() == 2);
  const auto hidden = HeldDifference(before.held, after.held,
                                     {.absolute = 1000, .share = 0}, {});
  CHECK(hidden[1].notes ==
        std::vector<std::string>{
            "3 lines of code changed by less than --min_change"});
  const auto none = HeldDifference(before.held, before.held, {}, {});
  CHECK(none[1].notes == std::vector<std::string>{"no change"});
}

}  // namespace tfprof
