// SPDX-License-Identifier: Apache-2.0
#include "render/trace/chain_marks.h"

#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

TracedStep StepOf(size_t records) {
  TracedStep step;
  step.trace.start.resize(records);
  step.trace.name.resize(records);
  return step;
}

// A chain through `records`, each for its reason.
TracedStep::Chain ChainThrough(std::vector<uint32_t> records,
                               std::vector<std::string_view> links) {
  const size_t count = records.size();
  return {"path", count, [records, links](size_t piece) {
            return TracedStep::ChainPiece{.link = links[piece],
                                          .record = records[piece]};
          }};
}

}  // namespace

TEST_CASE("chain marks: a record on a chain has its reason, others have none") {
  TracedStep step = StepOf(4);
  step.chains.push_back(ChainThrough({0, 2, 3}, {"start", "data", "start"}));
  const ChainMarks marks(step);
  CHECK(marks.Of(0) == "start");
  CHECK(marks.Of(1).empty());
  CHECK(marks.Of(2) == "data");
  CHECK(marks.Of(3) == "start");
}

TEST_CASE("chain marks: pieces without a record, and steps without chains") {
  TracedStep step = StepOf(1);
  CHECK(ChainMarks(step).Of(0).empty());
  step.chains.push_back(ChainThrough({TracedStep::kNoRecord}, {"data"}));
  CHECK(ChainMarks(step).Of(0).empty());
}

}  // namespace tfprof
