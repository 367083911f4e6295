// SPDX-License-Identifier: Apache-2.0
// What is kept of a worker's dump: small sums by step and node, so that
// hundreds of workers can be compared, wherever they were read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/fleet/work_kind.h"

namespace tfprof {

struct Worker {
  // A step on the host that took longest. The parts do not overlap: input is
  // without own work, waiting without both; the rest of `length_ns` is idle.
  struct Step {
    int64_t step = 0;
    int64_t length_ns = 0;
    int64_t own_ns = 0;
    int64_t input_ns = 0;
    int64_t waiting_ns = 0;

    int64_t IdleNs() const {
      return length_ns - own_ns - input_ns - waiting_ns;
    }
  };

  struct StepTime {
    uint32_t step = 0;  // an index in `steps`
    int64_t ns = 0;

    bool operator==(const StepTime&) const = default;
  };

  struct Node {
    std::string name;
    std::string op;
    std::string code;  // "train.py:41"; empty if it is not known
    WorkKind kind = WorkKind::kOwn;
    // In the steps that it ran in, ascending: a dump may have many steps, each
    // with nodes of its own.
    std::vector<StepTime> times;
  };

  std::string name;
  std::string error;  // if it could not be read
  // A hash of the graph's nodes and types; empty without a graph.
  std::string graph;
  std::vector<Step> steps;  // ascending
  std::vector<Node> nodes;  // that ran, by name

  bool IsReadable() const { return error.empty(); }
};

}  // namespace tfprof
