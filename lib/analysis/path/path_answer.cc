// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/path/path_tables.h"

namespace tfprof {

double PathAnswer::SelfCheck() const {
  if (path.wall_ns == 0) return 0;
  return static_cast<double>(unchanged.list_ns - path.wall_ns) /
         static_cast<double>(path.wall_ns);
}

bool PathAnswer::IsTrusted() const {
  return std::abs(SelfCheck()) <= kMostSelfCheck;
}

PathAnswer ReplayPath(StepPath path, uint32_t threads) {
  PathAnswer answer;
  answer.path = std::move(path);
  const StepTasks& tasks = *answer.path.tasks;
  answer.threads = std::max(threads != 0 ? threads : tasks.pool_threads, 1u);
  const std::vector<int64_t> recorded = DurationsOf(tasks);
  const Waits& waits = answer.path.waits;
  answer.unchanged = {ReplayFixed(tasks, waits, recorded),
                      ReplayList(tasks, waits, recorded, answer.threads)};
  return answer;
}

PathAnswer AskPath(const StepTasks& tasks,
                   const std::vector<Speedup>& questions, uint32_t threads) {
  PathAnswer answer = ReplayPath(FindPath(tasks, true), threads);
  for (const Speedup& question : questions) {
    answer.what_ifs.push_back(Answer(question, tasks, answer.path.waits,
                                     answer.unchanged, answer.threads));
  }
  return answer;
}

WhatIf AnswerWithout(const PathAnswer& answer, PathKey key,
                     const PathShare& share, const CodeLines& code) {
  return AnswerOf(*answer.path.tasks, answer.path.waits,
                  TasksOf(answer.path, key, share, code),
                  std::numeric_limits<double>::infinity(), answer.unchanged,
                  answer.threads);
}

}  // namespace tfprof
