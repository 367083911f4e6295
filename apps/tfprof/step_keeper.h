// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "analysis/work/ran_nodes.h"
#include "model/step_records.h"
#include "model/trace.h"

namespace tfprof {

// Keeps the records of every step, if the step of interest is known only after
// all have been read.
class StepKeeper final : public DumpSink {
 public:
  struct Step {
    StepRecords records;                // with memory and shapes
    std::unique_ptr<RanNodesSink> ran;  // its partition graphs
    Trace trace;
  };

  // Steps are large: a vector would hold them twice while it grows.
  using Steps = std::deque<Step>;

  StepKeeper() { Renew(); }

  GraphDetail graph_detail() const override { return sink_->graph_detail(); }

  bool wants_output_shapes() const override {
    return sink_->wants_output_shapes();
  }

  void BeginGraph(const GraphRecord& graph) override;
  void AddNode(const NodeDefinition& node) override;
  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;

  // In the order in which they were read; a step may have several parts.
  Steps Finish() { return std::move(steps_); }

 private:
  void Renew();

  std::unique_ptr<StepRecordSink> sink_;
  std::unique_ptr<RanNodesSink> ran_;
  std::unique_ptr<TraceBuilder> trace_;
  Steps steps_;
};

}  // namespace tfprof
