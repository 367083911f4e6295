// SPDX-License-Identifier: Apache-2.0
// Work by node: float operations, and the least bytes that must move.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/string_pool.h"

namespace tfprof {

// Sums over the executions of a node in all steps. Texts borrow from the
// report.
struct NodeWork {
  std::string_view node;
  std::string_view type;
  int64_t runs = 0;
  int64_t time_ns = 0;               // of its kernels if any, else its own
  std::optional<int64_t> float_ops;  // nothing if unknown for any run
  std::string_view source;  // "formula, shapes of the run", "none: …"
  std::string_view remark;
  std::optional<int64_t> bytes;
  // What benchmark_model counts: convolutions and matrix products of the
  // forward pass, without operations fused to them.
  bool is_product = false;
  std::optional<int64_t> product_ops;
};

struct WorkReport {
  StringPool strings;
  std::vector<NodeWork> nodes;  // most float operations first, then by name
  int64_t steps = 0;
  // Whether these are the nodes of a graph that did not run, each counted once,
  // loops for one iteration.
  bool is_of_graph = false;
  bool has_loops = false;
  // Assumptions: nodes with default attributes, as no graph has them, and
  // inputs from other devices, taken for output 0 of their node.
  int64_t assumed_attrs = 0;
  int64_t assumed_outputs = 0;
};

// Sorts the nodes as described above.
void SortByWork(WorkReport& report);

}  // namespace tfprof
