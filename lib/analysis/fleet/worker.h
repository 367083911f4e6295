// SPDX-License-Identifier: Apache-2.0
// What is kept of a worker's dump: small sums by step and node, so that
// hundreds can be held against each other, wherever each of them was read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/fleet/work_kind.h"

namespace tfprof {

struct Worker {
  // A step of the host that took longest. Of `length_ns` the parts are what is
  // neither of the parts before: own work, input, waiting for others.
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

  struct Node {
    std::string name;
    std::string op;
    std::string code;  // "train.py:41"; empty if it is not known
    WorkKind kind = WorkKind::kOwn;
    std::vector<int64_t> ns;  // by row of `steps`
  };

  std::string name;
  std::string error;  // why there is nothing else
  // The same for the same nodes of the same types; empty without a graph.
  std::string graph;
  std::vector<Step> steps;  // ascending
  std::vector<Node> nodes;  // that ran, by name

  bool IsReadable() const { return error.empty(); }
};

}  // namespace tfprof
