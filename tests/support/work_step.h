// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/work/work_counter.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

constexpr int32_t kFloatType = 1;
constexpr int32_t kResourceType = 20;

// A step whose executions have outputs, then what is counted of it.
class WorkStep {
 public:
  explicit WorkStep(
      const Graph* graph = nullptr, LoggedFloatOps logged = {},
      WorkCounter::Names names = WorkCounter::Names::kCopied)
      : counter_(graph, std::move(logged), names) {}

  // One after the other, 10 ns each. `call` is "MatMul(a, b)".
  void Add(const std::string& name, const std::string& call,
           const std::vector<std::vector<int64_t>>& shapes = {},
           int32_t dtype = kFloatType) {
    const std::string label = name + " = " + call;
    std::vector<OutputRecord> outputs;
    for (const std::vector<int64_t>& shape : shapes) {
      OutputRecord& output = outputs.emplace_back();
      output.slot = static_cast<int32_t>(outputs.size()) - 1;
      output.dtype = dtype;
      output.shape.dims = shape;
    }
    ExecRecord exec;
    exec.name = name;
    exec.label = label;
    exec.all_start_ns = StepMaker::kOrigin + now_;
    exec.op_end_rel_ns = exec.all_end_rel_ns = 10;
    exec.outputs = outputs;
    maker_.AddExec(exec);
    now_ += 10;
  }

  StepMaker& maker() { return maker_; }

  RanNodesSink& ran() { return ran_; }

  WorkReport Count() { return Counted().Finish(); }

  WorkCounter& Counted() {
    records_ = maker_.Finish();
    const auto hosts = TasksByHost(records_);
    REQUIRE(hosts.has_value());
    counter_.AddStep(*hosts, ran_);
    return counter_;
  }

 private:
  WorkCounter counter_;
  RanNodesSink ran_;
  StepRecords records_;
  StepMaker maker_{{.memory = false, .shapes = true}};
  int64_t now_ = 0;
};

inline const NodeWork& Of(const WorkReport& report, std::string_view node) {
  for (const NodeWork& work : report.nodes) {
    if (work.node == node) return work;
  }
  FAIL("no such node");
  return report.nodes[0];
}

}  // namespace tfprof
