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
#include "base/growing.h"

namespace tfprof {

// Float operations per execution from an op log, by node name.
using LoggedFloatOps = std::map<std::string, int64_t, std::less<>>;

// Reads them from an op log.
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

  // Adds a step: the tasks of its hosts (records with shapes) and its partition
  // graphs.
  void AddStep(const std::vector<StepTasks>& hosts, const RanNodesSink& ran);

  WorkReport Finish();

 private:
  struct Node {
    StringId name;
    StringId type;
    int64_t runs = 0;
    int64_t known_runs = 0;
    int64_t op_ns = 0;
    std::optional<int64_t> kernel_ns;
    // From the last execution whose count is known.
    bool is_zero = false;
    bool uses_graph_shapes = false;
    std::string_view remark;
    bool is_product = false;
    bool assumes_attrs = false;
    Count float_ops = 0;    // over executions with a known count
    Count why_unknown = 0;  // the reason, of the last unknown one
    Count product_ops = 0;
    Count bytes = 0;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  Node& NodeOf(StringId name);
  void Add(const ExecutionWork& work, Node& node);
  NodeWork Finish(const Node& node);

  std::optional<DefinedNodes> defined_;
  const LoggedFloatOps logged_;
  StringPool strings_;
  std::vector<uint32_t> row_of_;  // by name, or kNone
  Growing<Node> nodes_;
  int64_t steps_ = 0;
  int64_t assumed_outputs_ = 0;
};

}  // namespace tfprof
