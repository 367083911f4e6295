// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/graph.h"

namespace tfprof {

// A graph, and for an event file the steps that ran it.
struct ExportedGraph {
  struct Run {
    std::string tag;
    int64_t step = 0;
    int64_t start_us = 0;           // of its first record; 0 if there is none
    std::string_view run_metadata;  // serialized
  };

  const Graph* graph = nullptr;
  std::vector<Run> runs;
};

}  // namespace tfprof
