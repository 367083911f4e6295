// SPDX-License-Identifier: Apache-2.0
// Sums up the work of executions by node.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/work/step_work.h"
#include "analysis/work/work_report.h"

namespace tfprof {

// Float operations of one execution as an op log has them, by node.
using LoggedFloatOps = std::map<std::string, int64_t, std::less<>>;

// Collects them.
class OpLogFloatOps final : public DumpSink {
 public:
  void AddOpLogEntry(const OpLogEntry& entry) override {
    if (entry.float_ops > 0) {
      float_ops[std::string(entry.name)] = entry.float_ops;
    }
  }

  LoggedFloatOps float_ops;
};

class WorkCounter {
 public:
  // `defined` may be null; it must outlive the counter.
  WorkCounter(const Graph* defined, LoggedFloatOps logged);

  // A step: the tasks of its hosts, of records with shapes, and what its
  // partition graphs say.
  void AddStep(const std::vector<StepTasks>& hosts, const RanNodesSink& ran);

  WorkReport Finish() const;

 private:
  struct Node {
    std::string name;
    std::string type;
    int64_t runs = 0;
    int64_t known_runs = 0;
    int64_t op_ns = 0;
    std::optional<int64_t> kernel_ns;
    // Of its last execution whose number is known.
    bool is_zero = false;
    bool uses_graph_shapes = false;
    std::string_view remark;
    bool is_product = false;
    bool assumes_attrs = false;
    Count float_ops = 0;    // of the executions whose number is known
    Count why_unknown = 0;  // the last other one
    Count product_ops = 0;
    Count bytes = 0;
  };

  void Add(const ExecutionWork& work, Node& node);
  NodeWork Finish(const Node& node) const;

  std::optional<DefinedNodes> defined_;
  const LoggedFloatOps logged_;
  std::map<std::string, size_t, std::less<>> row_of_;  // by name
  std::vector<Node> nodes_;
  int64_t steps_ = 0;
  int64_t assumed_outputs_ = 0;
};

}  // namespace tfprof
