// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_difference.h"

#include <variant>

#include "support/catch.h"

namespace tfprof {

namespace {

ProgramSums SumsOf(int64_t float_ops, int64_t bytes, int64_t peak) {
  ProgramSums sums;
  sums.float_ops = float_ops;
  sums.bytes = bytes;
  sums.planned_peak_bytes = peak;
  return sums;
}

}  // namespace

TEST_CASE("programs of two recordings have both values and the change") {
  ProgramSumsByName before, now;
  before["gone"] = SumsOf(7, 8, 9);
  before["same"] = now["same"] = SumsOf(1, 2, 3);
  before["step"] = SumsOf(100, 50, 1000);
  now["step"] = SumsOf(130, 40, 1000);
  now["step"].planned_peak_bytes.reset();
  const auto all = ProgramDifference(before, now, false);
  REQUIRE(all);
  const Table& table = std::get<Table>(all->block);
  REQUIRE(table.rows.size() == 3);
  const auto cells = [&](size_t row) {
    std::vector<std::string> texts;
    for (const Cell& cell : table.rows[row]) {
      const auto* whole = std::get_if<int64_t>(&cell);
      texts.push_back(whole == nullptr ? "-" : std::to_string(*whole));
    }
    texts.erase(texts.begin());
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(cells(0) == Texts{"7", "-", "-7", "8", "-", "-8", "9", "-", "-9"});
  CHECK(cells(2) ==
        Texts{"100", "130", "30", "50", "40", "-10", "1000", "-", "-"});
  const auto for_people = ProgramDifference(before, now, true);
  CHECK(std::get<Table>(for_people->block).rows.size() == 2);
  CHECK(for_people->notes[0] ==
        "1 program does as much as before and plans as much memory");
  CHECK_FALSE(ProgramDifference({}, {}, true));
}

}  // namespace tfprof
