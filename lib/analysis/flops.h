// SPDX-License-Identifier: Apache-2.0
// Float operations of a graph, each number with where it comes from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/graph.h"
#include "report/report.h"
#include "report/step_tables.h"

namespace tfprof {

// Collects what an op log says.
class OpLogFlops final : public DumpSink {
 public:
  void AddOpLogEntry(const OpLogEntry& entry) override {
    if (entry.float_ops > 0) flops[std::string(entry.name)] = entry.float_ops;
  }

  std::map<std::string, int64_t, std::less<>> flops;
};

struct FlopsEstimate {
  struct Row {
    uint32_t node = 0;
    int64_t flops = 0;
    std::string source;  // "formula, shapes of ...", "op log", "none: why"
    bool is_known = false;
  };

  std::vector<Row> rows;
  int64_t by_formula = 0;  // what benchmark_model estimates
  int64_t by_op_log = 0;   // of nodes without a formula
  size_t known = 0;
  size_t executed = 0;    // names that ran and the graph has
  double time_share = 0;  // of the time of the runs, that known ones took
  bool has_time = false;
};

// By the formulas of benchmark_model and by the op log. `tables` may be without
// runs: then shapes come from the graph alone.
FlopsEstimate EstimateFlops(const Graph& graph, const StepTables& tables,
                            const OpLogFlops& op_log);

Section TableOf(const FlopsEstimate& estimate, const Graph& graph,
                const StepTables& tables, int64_t most_rows);

}  // namespace tfprof
