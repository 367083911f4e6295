// SPDX-License-Identifier: Apache-2.0
// The path of a step, and what a summary says of it.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/summary/findings.h"
#include "analysis/summary/path_parts.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

// The lines of a program: input in 19, the rest in 41.
inline CodeLines SeenLines() {
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
struct SeenPath {
  explicit SeenPath(StepMaker& maker)
      : records(maker.Finish()), hosts(DividedTasksByHost(records).value()) {
    const StepPath path = FindPath(hosts[0], false);
    parts = PathPartsOf(path, lines);
    findings = FindingsOn(path, parts, lines);
  }

  const CodeLines lines = SeenLines();
  StepRecords records;
  std::vector<StepTasks> hosts;
  DumpSummary::Path parts;
  std::vector<DumpSummary::Finding> findings;
};

// Python that sleeps, two products after it, and a gap.
inline StepMaker SleepingStep(int64_t gap) {
  StepMaker maker;
  maker.Add("input/augment/PyFunc", "PyFunc()", 0, 15'000'000);
  maker.Add("encoder/lstm/cell/MatMul", "MatMul(input/augment/PyFunc)",
            15'000'000, 18'000'000);
  maker.Add("encoder/lstm/cell/MatMul_1", "MatMul(encoder/lstm/cell/MatMul)",
            18'000'000 + gap, 20'000'000 + gap);
  return maker;
}

}  // namespace tfprof
