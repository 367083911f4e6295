// SPDX-License-Identifier: Apache-2.0
// Why a step took as long as it did: its critical path, and how much longer
// other tasks could have taken.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/path/critical_chain.h"
#include "analysis/path/replay.h"
#include "analysis/path/what_if.h"
#include "analysis/tasks/step_tasks.h"
#include "model/code_lines.h"

namespace tfprof {

// The path of a step of one host. Times are in ns.
struct StepPath {
  const StepTasks* tasks = nullptr;  // borrowed
  Waits waits;
  std::vector<ChainTask> chain;
  std::vector<int64_t> slack;  // by task
  uint64_t edges = 0;
  uint64_t producers_after_start = 0;  // producers that ended after it started
  uint64_t zero_slack = 0;             // number of tasks

  int64_t wall_ns = 0;  // length of the step
  int64_t work_ns = 0;  // sum over all tasks
  int64_t chain_busy_ns = 0;
  int64_t chain_gap_ns = 0;
  int64_t chain_wait_ns = 0;
  int64_t chain_stream_ns = 0;  // activities on the path
  int64_t stream_busy_ns = 0;   // of each GPU, added up
  std::array<uint64_t, kLinks> links{};  // tasks of the chain, by Link
};

// Finds the path; without slack it is faster.
StepPath FindPath(const StepTasks& tasks, bool with_slack);

// The key that tasks of a path are summed up by. A code line is the one that a
// node is for (CodeLines::OwnerOf), its gradients apart.
enum class PathKey : uint8_t { kNode, kScope, kType, kCode };

// The part of a path that tasks with one key have. Times are in ns. Borrows
// texts of the step and of its code lines.
struct PathShare {
  std::string_view name;
  int64_t path_ns = 0;
  int64_t gap_ns = 0;
  int64_t wait_ns = 0;
  int64_t work_ns = 0;   // of all its tasks, on the path or not
  int64_t slack_ns = 0;  // smallest one of its tasks
  uint32_t times = 0;
  uint32_t task = 0;          // its first one on the path
  bool is_gradient = false;   // of kCode
  bool is_of_a_type = false;  // all of its tasks on the path are of that type
  bool is_of_a_line = false;  // and of that code line

  // The name to show: "train.py:41 (gradient)".
  std::string Label() const {
    return std::string(name) + (is_gradient ? " (gradient)" : "");
  }
};

// The shares on the path, the longest first. Work and slack are 0 for a path
// without slack. Borrows the step and `code`.
std::deque<PathShare> SharesOf(const StepPath& path, PathKey key,
                               const CodeLines& code);

// By task, whether it belongs to `share`, a row of SharesOf.
std::vector<bool> TasksOf(const StepPath& path, PathKey key,
                          const PathShare& share, const CodeLines& code);

// How often keys were on the paths of several steps, and for how long.
class PathHistory {
 public:
  struct Row {
    size_t steps = 0;
    int64_t median_ns = 0;
    int64_t deviation_ns = 0;  // median of the distances from the median
  };

  // Adds the paths of one step, one per host.
  void Add(std::span<const StepPath> hosts, const CodeLines& code);

  size_t steps() const { return steps_; }

  // By PathShare::Label(), over the steps whose paths have it.
  Row Of(PathKey key, std::string_view label) const;

 private:
  size_t steps_ = 0;
  std::array<std::map<std::string, std::vector<int64_t>, std::less<>>, 4>
      path_ns_;  // by PathKey and label
};

}  // namespace tfprof
