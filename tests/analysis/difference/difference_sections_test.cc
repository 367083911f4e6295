// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference_sections.h"

#include <string>
#include <variant>
#include <vector>

#include "support/catch.h"
#include "support/parts_maker.h"

namespace tfprof {

namespace {

Difference SomeDifference() {
  return DifferenceOf(PartsMaker().Add("compute", "a", 5, "m.py:1").run,
                      PartsMaker().Add("compute", "a", 8, "m.py:1").run);
}

}  // namespace

TEST_CASE("programs read terms with cause and line") {
  const std::vector<Section> sections =
      DifferenceSections(SomeDifference(), {.is_for_people = false});
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].heading == "difference");
  CHECK(sections[0].notes.empty());
  CHECK(sections[1].heading == "terms");
  CHECK(sections[2].heading == "waterfall");
  const Table& terms = std::get<Table>(sections[1].block);
  CHECK(terms.columns[3].title == "cause");
  CHECK(TextOf(terms.rows[0][3], Unit::kNone) == "slower");
  CHECK(TextOf(terms.rows[0][4], Unit::kNone) == "m.py:1");
  CHECK(std::get<double>(terms.rows[0][7]) == Approx(3e9));
}

TEST_CASE("terms without a change are for programs only") {
  const RunParts run = PartsMaker().Add("compute", "a", 5).run;
  const Difference difference = DifferenceOf(run, run);
  CHECK(DifferenceSections(difference, {})[1].notes ==
        std::vector<std::string>{"no change"});
  const std::vector<Section> programs =
      DifferenceSections(difference, {.is_for_people = false});
  CHECK(std::get<Table>(programs[1].block).rows.size() == 1);
}

TEST_CASE("in brief, people read a sentence and programs two tables") {
  const std::vector<Section> people = BriefDifference(SomeDifference(), {});
  REQUIRE(people.size() == 1);
  CHECK(people[0].notes.size() == 1);
  CHECK(std::holds_alternative<std::monostate>(people[0].block));
  CHECK(BriefDifference(SomeDifference(), {.is_for_people = false}).size() ==
        2);
}

}  // namespace tfprof
