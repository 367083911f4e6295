// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/planned_sections.h"

#include <memory>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/planned_maker.h"
#include "support/table_of.h"

namespace tfprof {

TEST_CASE("a program whose sizes exceed 64 bits is named") {
  PlannedMaker maker;
  maker.Allocation(0, INT64_MAX, {}).is_constant = true;
  maker.Allocation(1, INT64_MAX, {}).is_constant = true;
  const auto planned = std::make_shared<const Planned>(maker.Plan());
  CHECK(planned->rows.empty());
  REQUIRE_FALSE(planned->too_large.empty());
  const auto sections = PlannedSections(planned, {});
  REQUIRE(sections.size() == 1);
  CHECK(sections[0].notes[0] ==
        "the sizes of jit_f exceed 64 bits, so it has no row");
}

TEST_CASE("people see the greatest peak first, and so many rows") {
  std::vector<PlannedProgram> programs;
  for (const int64_t bytes : {0, 70, 30}) {
    PlannedMaker maker;
    maker.Buffer(1, bytes, bytes);
    maker.Allocation(0, bytes, {1}).is_parameter = true;
    programs.push_back({programs.size(), maker.Finish()});
  }
  const auto planned = std::make_shared<const Planned>(PlanOf(programs));
  const auto ids = [&](const RowFormat& format) {
    std::string text;
    for (const std::string& line :
         LinesOf(PlannedSections(planned, format)[0])) {
      text += line.substr(line.find('|') + 2, 1);
    }
    return text;
  };
  CHECK(ids({}) == "120");
  CHECK(ids({.row_limit = 2}) == "12");
  CHECK(PlannedSections(planned, {.row_limit = 2})[0].notes ==
        std::vector<std::string>{"1 more rows; --row_limit=0 shows all"});
  CHECK(ids({.is_for_people = false, .row_limit = 2}) == "012");
}

TEST_CASE("people see what is alive at the greatest peak, programs all") {
  PlannedMaker maker;
  maker.Buffer(1, 100, 60);
  maker.Allocation(0, 100, {1}).is_parameter = true;
  HloProgram::Allocation& other = maker.Allocation(1, 50, {});
  other.is_constant = true;
  other.space = 1;
  const auto planned = std::make_shared<const Planned>(maker.Plan());
  const auto rows_of_peak = [&](const RowFormat& format) {
    return std::get<Table>(PlannedSections(planned, format)[1].block)
        .RowCount();
  };
  CHECK(rows_of_peak({}) == 1);
  CHECK(rows_of_peak({.is_for_people = false}) == 2);
}

}  // namespace tfprof
