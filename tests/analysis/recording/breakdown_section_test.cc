// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/recording/recording_tables.h"
#include "support/catch.h"
#include "support/made_recording.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

RecordingMaker TwoSteps() {
  RecordingMaker maker("h");
  PartOf(maker.AddStep(1, 50'000'000'000), StepPart::kDevice32) =
      30'000'000'000;
  Recording::Step& second = maker.AddStep(2, 60'000'000'000);
  PartOf(second, StepPart::kDevice16) = 5'000'000'000;
  PartOf(second, StepPart::kDevice32) = 7'000'000'000;
  PartOf(second, StepPart::kHostToHost) = 1'000'000'000;
  return maker;
}

Lines TitlesOf(const Section& section) {
  Lines titles;
  for (const TableColumn& column : TableOf(section).columns) {
    titles.push_back(column.title);
  }
  return titles;
}

}  // namespace

TEST_CASE(
    "a step is broken down in milliseconds, of the parts that took time") {
  RecordingMaker maker = TwoSteps();
  const Section section =
      BreakdownSection(maker.Finish(), StepsNumbered({1, 2}), RowFormat());
  CHECK(TitlesOf(section) ==
        Lines{"step number", "step name", "step time ms", "device compute ms"});
  const Table& table = TableOf(section);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][2] == Cell(50.0));
  CHECK(table.rows[0][3] == Cell(30.0));
  // Both precisions are one column.
  CHECK(table.rows[1][3] == Cell(12.0));
  CHECK(section.notes.empty());
}

TEST_CASE("programs have every part, of the chosen steps") {
  RecordingMaker maker = TwoSteps();
  const Section section = BreakdownSection(maker.Finish(), StepsNumbered({2}),
                                           {.is_for_people = false});
  CHECK(TableOf(section).columns.size() == 13);
  REQUIRE(TableOf(section).rows.size() == 1);
  CHECK(TableOf(section).rows[0][0] == Cell(int64_t{2}));
}

TEST_CASE("of several hosts each row names its own") {
  RecordingMaker first = TwoSteps(), second = TwoSteps();
  second.recording().host = "other";
  Recordings hosts = first.Finish();
  hosts.push_back(second.Finish()[0]);
  const Section section =
      BreakdownSection(hosts, StepsNumbered({1}), RowFormat());
  CHECK(TitlesOf(section).back() == "host");
  REQUIRE(TableOf(section).rows.size() == 2);
  CHECK(TableOf(section).rows[1].back() == Cell("other"));
}

TEST_CASE("rows that are made when they are written keep their hosts") {
  Recordings hosts = TwoSteps().Finish();
  const Section section =
      BreakdownSection(hosts, StepsNumbered({1, 2}), {.makes_rows = true});
  hosts.clear();
  std::vector<Cell> made;
  CHECK(TableOf(section).RowAt(1, made)[1] == Cell("train 2"));
}

TEST_CASE("a recording without steps says how to mark them") {
  const Section section = BreakdownSection(RecordingMaker("h").Finish(),
                                           StepsNumbered({}), RowFormat());
  CHECK(TableOf(section).rows.empty());
  REQUIRE(section.notes.size() == 1);
  CHECK(section.notes[0].starts_with("no step is marked; "));
}

}  // namespace tfprof
