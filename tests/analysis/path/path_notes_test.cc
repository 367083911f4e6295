// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_notes.h"

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

TEST_CASE("waits for streams are told of steps that have streams") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 0, 10'000);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("a:MatMul", "", 5'000, 105'000, {});
  const PathStep step(maker);
  const std::vector<std::string> notes = NotesOnPath(step.answer);
  REQUIRE(notes.size() > 3);
  CHECK(notes[1] ==
        "critical path: 2 tasks, 105us (100.0 %) at work, 0us (0.0 %) "
        "waiting for a stream, 0us (0.0 %) in gaps");
  CHECK(notes[2] == "streams: busy for 100us, 100us (95.2 %) of the path");
  StepMaker towers = Towers();
  const PathStep without(towers);
  CHECK(NotesOnPath(without.answer)[1].find("stream") == std::string::npos);
}

TEST_CASE("a part of nothing is none") {
  CHECK(PathPart(1, 0) == 0);
  CHECK(PathPart(1, 4) == 0.25);
  CHECK(SignedPercent(0.0031) == "+0.3 %");
}

}  // namespace tfprof
