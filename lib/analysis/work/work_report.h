// SPDX-License-Identifier: Apache-2.0
// The work of nodes: float operations, and bytes that must move at least.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/string_pool.h"

namespace tfprof {

// Sums over the executions of a node in all steps. Texts are those of the
// report.
struct NodeWork {
  std::string_view node;
  std::string_view type;
  int64_t runs = 0;
  int64_t time_ns = 0;  // of its kernels if there are any, else of itself
  std::optional<int64_t> float_ops;  // nothing if those of any run are unknown
  std::string_view source;  // "formula, shapes of the run", "none: …"
  std::string_view remark;
  std::optional<int64_t> bytes;
  // Of convolutions and matrix products of the forward pass, without what is
  // fused to them: what benchmark_model counts.
  bool is_product = false;
  std::optional<int64_t> product_ops;
};

struct WorkReport {
  StringPool strings;
  std::vector<NodeWork> nodes;  // most float operations first, then by name
  int64_t steps = 0;
  // The nodes of a graph that did not run, each once. A turn of its loops is
  // one.
  bool is_of_graph = false;
  bool has_loops = false;
  // What the numbers assume: nodes whose attributes no graph tells, and inputs
  // that came from another device, taken for output 0 of their node.
  int64_t assumed_attrs = 0;
  int64_t assumed_outputs = 0;
};

// Brings the nodes in that order.
void SortByWork(WorkReport& report);

}  // namespace tfprof
