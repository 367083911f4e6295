// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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
  explicit WorkStep(const Graph* graph = nullptr, LoggedFloatOps logged = {})
      : counter_(graph, std::move(logged)) {}

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
      output.shape = ShapeRecord(shape);
    }
    ExecRecord exec;
    exec.name = name;
    exec.label = label;
    exec.all_start_ns = StepMaker::kOrigin + now_;
    exec.op_end_rel_ns = exec.all_end_rel_ns = 10;
    exec.outputs = outputs;
    maker_->AddExec(exec);
    now_ += 10;
  }

  StepMaker& maker() { return *maker_; }

  RanNodesSink& ran() { return ran_; }

  WorkReport Count() { return Counted().Finish(); }

  // Ends the step; what is added then is another.
  WorkCounter& Counted() {
    StepRecords records = NextStep();
    counter_.AddStep(*TasksByHost(records), ran_, std::move(records));
    return counter_;
  }

  WorkCounter& CountedAlone() {
    records_ = NextStep();
    counter_.AddOnlyStep(*TasksByHost(records_), ran_);
    return counter_;
  }

 private:
  static constexpr LoadSpec kWithShapes{.memory = false, .shapes = true};

  StepRecords NextStep() {
    StepRecords records = maker_->Finish();
    REQUIRE(TasksByHost(records).has_value());
    maker_.emplace(kWithShapes);
    return records;
  }

  WorkCounter counter_;
  RanNodesSink ran_;
  StepRecords records_;
  std::optional<StepMaker> maker_{std::in_place, kWithShapes};
  int64_t now_ = 0;
};

inline NodeWork Of(const WorkReport& report, std::string_view node) {
  for (size_t row = 0; row < report.size(); ++row) {
    if (report[row].node == node) return report[row];
  }
  FAIL("no such node");
  return report[0];
}

}  // namespace tfprof
