// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/path/step_path.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// What a step of one host was asked, and its answers.
struct PathAnswer {
  StepPath path;
  uint32_t threads = 1;  // for ReplayList
  Replays unchanged;
  std::vector<WhatIf> what_ifs;

  // How far ReplayList is off with the recorded durations, of 1.
  double SelfCheck() const;

  // What-ifs of a step that is replayed worse than that are not to be trusted.
  static constexpr double kMostSelfCheck = 0.05;

  bool IsTrusted() const;
};

// A path that was found, with what replaying its step gives. `threads` 0: as
// many as the recorded step had.
PathAnswer ReplayPath(StepPath path, uint32_t threads);

// The path with its slack, and answers. `threads` as of ReplayPath.
PathAnswer AskPath(const StepTasks& tasks,
                   const std::vector<Speedup>& questions, uint32_t threads);

// The step without the tasks that `share`, a row of SharesOf, is of: they take
// no time but what surrounds their operations.
WhatIf AnswerWithout(const PathAnswer& answer, PathKey key,
                     const PathShare& share, const CodeLines& code);

// The paths of the hosts of a step. `history` is over several steps and may be
// null. The tables of RowFormat::makes_rows borrow all of it.
std::vector<Section> PathTables(const std::vector<PathAnswer>& hosts,
                                const CodeLines& code,
                                const PathHistory* history,
                                const RowFormat& format);

}  // namespace tfprof
