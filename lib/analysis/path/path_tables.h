// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/path/step_path.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The path of a step on one host, and what-ifs about it.
struct PathAnswer {
  StepPath path;
  uint32_t threads = 1;  // for ReplayList
  Replays unchanged;
  std::vector<WhatIf> what_ifs;

  // The error of ReplayList with the recorded durations, as a share.
  double SelfCheck() const;

  // The what-ifs of a step with a greater error are not trusted.
  static constexpr double kMostSelfCheck = 0.05;

  bool IsTrusted() const;
};

// Replays the step of a path. `threads`: 0 for as many as the step had.
PathAnswer ReplayPath(StepPath path, uint32_t threads);

// Finds the path with its slack and answers `questions`.
PathAnswer AskPath(const StepTasks& tasks,
                   const std::vector<Speedup>& questions, uint32_t threads);

// The step if the tasks of `share`, a row of SharesOf, took no time but for the
// overhead around their operations.
WhatIf AnswerWithout(const PathAnswer& answer, PathKey key,
                     const PathShare& share, const CodeLines& code);

// Tables about the paths of a step's hosts. `history` may be null. Tables with
// RowFormat::makes_rows borrow all arguments.
std::vector<Section> PathTables(const std::vector<PathAnswer>& hosts,
                                const CodeLines& code,
                                const PathHistory* history,
                                const RowFormat& format);

// The answers to the what-ifs alone. Borrows nothing.
Section WhatIfTable(const std::vector<PathAnswer>& hosts,
                    const RowFormat& format);

}  // namespace tfprof
