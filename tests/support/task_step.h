// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/tasks/step_tasks.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

// A step's tasks with the records that they borrow. Not to be moved.
struct TaskStep {
  explicit TaskStep(StepMaker& maker) : records(maker.Finish()) {
    auto hosts = TasksByHost(records);
    REQUIRE(hosts.has_value());
    REQUIRE(hosts->size() == 1);
    tasks = std::move(hosts->front());
  }

  // "data x@0, control y@1" of who the `turn`th task of a node waits for: the
  // turns of the producers count tasks of a node, too.
  std::string WaitsOf(std::string_view node, size_t turn = 0) const {
    std::string text;
    for (const StepTasks::Producer& producer :
         tasks.producers[Find(node, turn)]) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {}@{}", WordsOf(producer.wait),
                          records.strings[tasks.NodeOf(producer.task)],
                          TurnOf(producer.task));
    }
    return text;
  }

  size_t Find(std::string_view node, size_t turn = 0) const {
    for (size_t task = 0; task < tasks.size(); ++task) {
      if (records.strings[tasks.NodeOf(task)] == node && turn-- == 0) {
        return task;
      }
    }
    FAIL("no such task");
    return 0;
  }

  size_t TurnOf(size_t task) const {
    size_t turn = 0;
    for (size_t other = 0; other < task; ++other) {
      turn += tasks.NodeOf(other) == tasks.NodeOf(task) ? 1 : 0;
    }
    return turn;
  }

  StepRecords records;
  StepTasks tasks;
};

}  // namespace tfprof
