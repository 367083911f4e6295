// SPDX-License-Identifier: Apache-2.0
// Work by node: float operations, and the least bytes that must move.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/chunked_vector.h"
#include "base/column.h"
#include "base/shared_strings.h"

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
// Counted by benchmark_model: convolutions and matrix products of the
  // forward pass, without operations fused to them.
  bool is_product = false;
  std::optional<int64_t> product_ops;
};

// The work of nodes, in columns: there may be millions.
class WorkReport {
 public:
  WorkReport() = default;

  // Reserves room for the numbers of this many nodes.
  explicit WorkReport(size_t nodes)
      : runs_(nodes),
        time_ns_(nodes),
        float_ops_(nodes),
        bytes_(nodes),
        product_ops_(nodes) {}

  // Copies the texts, unless `strings` has them. REQUIRES: not yet sorted.
  void Add(const NodeWork& node);

  // Most float operations first, then by name.
  void Sort();

  size_t size() const { return order_.size(); }

  NodeWork operator[](size_t place) const;

  SharedStrings strings;
  int64_t steps = 0;
  // True if these are the nodes of a graph that did not run, each counted once,
  // loops for one iteration.
  bool is_of_graph = false;
  bool has_loops = false;
  // Assumptions: nodes with default attributes, as no graph has them, and
  // inputs from other devices, taken for output 0 of their node.

 private:
  struct Row {
    StringId node;
    StringId type;
    StringId source;
    StringId remark;
    bool has_float_ops = false;
    bool has_bytes = false;
    bool is_product = false;
    bool has_product_ops = false;
  };

  ChunkedVector<Row> rows_;
  // By row.
  Column<int64_t> runs_;
  Column<int64_t> time_ns_;
  Column<int64_t> float_ops_;
  Column<int64_t> bytes_;
  Column<int64_t> product_ops_;
  std::vector<uint32_t> order_;  // of rows, once sorted
};

}  // namespace tfprof
