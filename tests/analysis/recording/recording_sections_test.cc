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

void AddSelf(Recording::Step& step, int64_t self_ps) {
  step.devices.push_back({.self_ps = self_ps});
}

}  // namespace

TEST_CASE("a host says how its steps were found and what lies outside of them") {
  RecordingMaker maker("h");
  maker.recording().grouped_by = GroupedBy::kRoots;
  maker.recording().versions = {"jax 0.10.2", "jaxlib 0.10.2"};
  AddSelf(maker.recording().whole, 1000);
  AddSelf(maker.AddStep(1, 10), 500);
  AddSelf(maker.AddStep(2, 10), 250);
  StringPool& strings = maker.recording().strings;
  maker.recording().planes = {{strings.Intern("/host:CPU"), 3, 70},
                              {strings.Intern("Task"), 0, 0}};
  const auto sections = RecordingSections(maker.Finish());
  REQUIRE(sections.size() == 2);
  CHECK(LinesOf(sections[0]) ==
        Lines{"h | 0 | 2 | steps by markers and calls | 25.00% | jax 0.10.2, jaxlib "
              "0.10.2"});
  CHECK(LinesOf(sections[1]) ==
        Lines{"h | /host:CPU | 3 | 70", "h | Task | 0 | 0"});
  CHECK(sections[0].notes.empty());
}

TEST_CASE("a file without steps has nothing outside of them") {
  RecordingMaker maker("h");
  maker.recording().grouped_by = GroupedBy::kRoots;
  AddSelf(maker.recording().whole, 1000);
  const auto row = RowOf(RecordingSections(maker.Finish())[0], "h");
  CHECK(row[3] == Cell("no steps: the whole file is one"));
  CHECK(row[4] == Cell(0.0));
}

TEST_CASE("where nothing ran the share outside of steps is not known") {
  RecordingMaker maker("h");
  maker.AddStep(1, 10);
  CHECK(RowOf(RecordingSections(maker.Finish())[0], "h")[4] == Cell());
}

TEST_CASE("kernels that nobody launched are told by their share of the devices") {
  RecordingMaker maker("h");
  maker.Add("a", "MatMul", 5000);  // of the host, which does not count
  maker.Add("a", "MatMul", 300, 1, Recording::kNoStep,
            Recording::RowKind::kKernel, 1);
  maker.Add("k", "", 100, 1, Recording::kNoStep,
            Recording::RowKind::kLoneKernel, 1);
  CHECK(RecordingSections(maker.Finish())[0].notes ==
        Lines{"h: 25.0 % of the devices' time is of kernels and copies that no "
              "operation is known to have launched"});
}

TEST_CASE("what the profiler complained of is handed on, in one line each") {
  RecordingMaker maker("h");
  maker.recording().errors = {"no\nCUPTI"};
  maker.recording().warnings = {"slow"};
  const auto notes = RecordingSections(maker.Finish())[0].notes;
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].starts_with("h: error of the profiler: no"));
  CHECK(notes[0].find('\n') == std::string::npos);
  CHECK(notes[1] == "h: warning of the profiler: slow");
}

TEST_CASE("without hosts there are no sections") {
  CHECK(RecordingSections({}).empty());
}

}  // namespace tfprof
