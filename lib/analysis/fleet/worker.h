// SPDX-License-Identifier: Apache-2.0
// The reduced form of a worker's dump: small sums by step and node, so that
// hundreds of workers can be compared, wherever they were read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/fleet/worker_nodes.h"

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

  std::string name;
  std::string error;  // if it could not be read
  // A hash of the graph's nodes and types; empty without a graph.
  std::string graph;
  std::vector<Step> steps;  // ascending
  WorkerNodes nodes;        // that ran, by name

  bool IsReadable() const { return error.empty(); }
};

}  // namespace tfprof
