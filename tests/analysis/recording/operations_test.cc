// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/recording/recording_tables.h"
#include "support/catch.h"
#include "support/made_recording.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

// Two operations in step 1, one in step 2, a kernel in step 1.
Recordings TwiceRun() {
  RecordingMaker maker("h");
  maker.Add("a", "MatMul", 3'000'000, 2, 1);
  maker.Add("b", "Relu", 1'000'000, 1, 1);
  maker.Add("a", "MatMul", 4'000'000, 1, 1, Recording::RowKind::kKernel, 1);
  maker.Add("c", "Add", 9'000'000, 1, 2);
  maker.AddStep(1, 100);
  maker.AddStep(2, 100);
  return maker.Finish();
}

std::vector<std::string> LinesFor(const ChosenSteps& chosen,
                                  const OperationFilter& filter) {
  return LinesOf(OperationsSection(TwiceRun(), chosen, filter, RowFormat()));
}

}  // namespace

TEST_CASE("operations are those of the chosen steps, most self time first") {
  CHECK(LinesFor(StepsNumbered({1}), {}) ==
        std::vector<std::string>{
            "Device | MatMul | a | 1 | 4us | 4us | no",
            "Host | MatMul | a | 2 | 3us | 3us | no",
            "Host | Relu | b | 1 | 1us | 1us | no"});
  CHECK(LinesFor(StepsNumbered({2}), {}).size() == 1);
}

TEST_CASE("operations are found by name, in full, and by place") {
  const RegexSet names = RegexSet::Compile({"a", "x.*"}).value();
  const RegexSet places = RegexSet::Compile({"Host"}).value();
  CHECK(LinesFor(StepsNumbered({1, 2}), {.names = &names}).size() == 2);
  CHECK(LinesFor(StepsNumbered({1, 2}), {.places = &places}).size() == 3);
  CHECK(LinesFor(StepsNumbered({1, 2}), {&names, &places}).size() == 1);
}

TEST_CASE("people see the first rows, programs all") {
  const Section people = OperationsSection(TwiceRun(), StepsNumbered({1}), {},
                                           {.row_limit = 1});
  CHECK(TableOf(people).rows.size() == 1);
  REQUIRE(people.notes.size() == 1);
  CHECK(people.notes[0].starts_with("2 more rows"));
  const Section programs =
      OperationsSection(TwiceRun(), StepsNumbered({1}), {},
                        {.is_for_people = false, .row_limit = 1});
  CHECK(TableOf(programs).rows.size() == 3);
  CHECK(programs.notes.empty());
}

TEST_CASE("a file without steps is listed as a whole, with what was idle") {
  RecordingMaker maker("h");
  maker.Add("a", "MatMul", 3'000'000);
  maker.recording().devices[0].lines = 2;
  maker.recording().devices[0].idle_ps = 5'000'000;
  const Section section =
      OperationsSection(maker.Finish(), StepsNumbered({}), {}, RowFormat());
  const auto lines = LinesOf(section);
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].starts_with("Host | IDLE | IDLE |"));
  CHECK(lines[2].starts_with("Host | MatMul | a | 1 |"));
}

}  // namespace tfprof
