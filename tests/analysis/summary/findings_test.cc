// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/findings.h"

#include "analysis/summary/path_parts.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {
namespace {

// The lines of a program: input in 19, the rest in 41.
CodeLines Lines() {
  CodeLineSink sink;
  FrameRecord frame;
  frame.file = "/home/me/train.py";
  const auto add = [&](std::string_view node, int32_t line) {
    frame.line = line;
    OpLogEntry entry;
    entry.name = node;
    entry.stack = sink.AddStack({&frame, 1});
    sink.AddOpLogEntry(entry);
  };
  add("input/augment/PyFunc", 19);
  add("encoder/lstm/cell/MatMul", 41);
  add("encoder/lstm/cell/MatMul_1", 41);
  return sink.Finish();
}

// Not to be moved.
struct Seen {
  explicit Seen(StepMaker& maker)
      : records(maker.Finish()), hosts(TasksByHost(records).value()) {
    const StepPath path = FindPath(hosts[0], false);
    parts = PathPartsOf(path, lines);
    findings = FindingsOn(path, parts, lines);
  }

  const CodeLines lines = Lines();
  StepRecords records;
  std::vector<StepTasks> hosts;
  DumpSummary::Path parts;
  std::vector<DumpSummary::Finding> findings;
};

// Python that sleeps, two products after it, and a gap.
StepMaker SleepingStep(int64_t gap) {
  StepMaker maker;
  maker.Add("input/augment/PyFunc", "PyFunc()", 0, 15'000'000);
  maker.Add("encoder/lstm/cell/MatMul", "MatMul(input/augment/PyFunc)",
            15'000'000, 18'000'000);
  maker.Add("encoder/lstm/cell/MatMul_1", "MatMul(encoder/lstm/cell/MatMul)",
            18'000'000 + gap, 20'000'000 + gap);
  return maker;
}

TEST_CASE("path parts: by two scopes, type and line, with all of the step") {
  StepMaker maker = SleepingStep(1'000'000);
  const Seen seen(maker);
  CHECK(seen.parts.length_ns == 21'000'000);
  REQUIRE(seen.parts.parts.size() == 2);
  CHECK(seen.parts.parts[0].name == "input/augment");
  CHECK(seen.parts.parts[0].type == "PyFunc");
  CHECK(seen.parts.parts[0].code == "/home/me/train.py:19");
  CHECK(seen.parts.parts[0].path_ns == 15'000'000);
  CHECK(seen.parts.parts[1].name == "encoder/lstm");
  CHECK(seen.parts.parts[1].times == 2);
  CHECK(seen.parts.parts[1].path_ns == 5'000'000);
  CHECK(seen.parts.gap_ns == 1'000'000);
}

TEST_CASE("findings: input that a step waits for, and a line of it") {
  StepMaker maker = SleepingStep(0);
  const Seen seen(maker);
  REQUIRE(seen.findings.size() == 2);
  CHECK(seen.findings[0].finding == "input");
  CHECK(seen.findings[0].code == "/home/me/train.py:19");
  CHECK(seen.findings[0].text ==
        "the step waits 15 ms for PyFunc (train.py:19): move it into the input "
        "pipeline and prefetch");
  CHECK(seen.findings[0].saves_ns == 15'000'000);
  CHECK(seen.findings[1].finding == "line");
  CHECK(seen.findings[1].code == "/home/me/train.py:41");
  CHECK(seen.findings[1].text ==
        "train.py:41 holds the step up for 5 ms; without it the step is 5 ms "
        "shorter");
}

TEST_CASE("findings: much waiting of what is ready") {
  StepMaker maker = SleepingStep(10'000'000);
  const Seen seen(maker);
  REQUIRE_FALSE(seen.findings.empty());
  CHECK(seen.findings.back().finding == "gaps");
}

}  // namespace
}  // namespace tfprof
