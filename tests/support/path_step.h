// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analysis/path/path_tables.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

// The path of a step of one host. Not to be moved.
struct PathStep {
  explicit PathStep(StepMaker& maker, std::string_view faster = "",
                    uint32_t threads = 0)
      : records(maker.Finish()), hosts(DividedTasksByHost(records).value()) {
    REQUIRE(hosts.size() == 1);
    std::vector<Speedup> questions;
    if (!faster.empty()) questions = ParseSpeedups(faster).value();
    answer = AskPath(hosts[0], questions, threads);
  }

  // "start a 10+5, data b 0+7" of the chain: gap and time on it of each task.
  // "data b 2~3+7" if 3 of 5 before it were a wait for a stream.
  std::string Chain() const {
    std::string text;
    for (const ChainTask& row : answer.path.chain) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {} {}{}+{}", WordsOf(row.link),
                          records.strings[hosts[0].NodeOf(row.task)], row.gap,
                          row.wait > 0 ? fmt::format("~{}", row.wait) : "",
                          row.busy);
    }
    return text;
  }

  int64_t SlackOf(std::string_view node) const {
    for (size_t task = 0; task < hosts[0].size(); ++task) {
      if (records.strings[hosts[0].NodeOf(task)] == node) {
        return answer.path.slack[task];
      }
    }
    return -1;
  }

  StepRecords records;
  std::vector<StepTasks> hosts;
  PathAnswer answer;
};

// Checks invariants of every complete step.
inline void CheckSums(const PathStep& step) {
  const StepPath& path = step.answer.path;
  CHECK(path.chain_busy_ns + path.chain_wait_ns + path.chain_gap_ns ==
        path.wall_ns);
  CHECK(step.answer.unchanged.fixed_ns == path.wall_ns);
}

// Two towers that meet, on two threads: a then c take 60, b takes 40.
inline StepMaker Towers() {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 30);
  maker.Add("b", "Conv2D()", 0, 40);
  maker.Add("c", "MatMul(a)", 30, 60);
  maker.Add("d", "Add(b, c)", 65, 80);
  return maker;
}

}  // namespace tfprof
