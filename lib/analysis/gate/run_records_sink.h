// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "analysis/gate/open_run.h"
#include "analysis/gate/step_facts.h"
#include "model/dump_sink.h"
#include "model/step_records.h"

namespace tfprof {

// Reads from a run's steps what needs single records: memory and fed shapes;
// for runs that are compared also placement and the critical paths of the first
// steps. Holds one step at a time.
class RunRecordsSink final : public DumpSink {
 public:
  // `placement` is null for a run that is not compared.
  RunRecordsSink(OpenRun& open, Placement* placement)
      : open_(open), placement_(placement) {
    Renew();
  }

  GraphDetail graph_detail() const override { return step_->graph_detail(); }

  bool wants_output_shapes() const override {
    return step_->wants_output_shapes();
  }

  void BeginGraph(const GraphRecord& graph) override {
    step_->BeginGraph(graph);
  }

  void AddNode(const NodeDefinition& node) override { step_->AddNode(node); }

  void BeginStep(int64_t step) override { step_->BeginStep(step); }

  void BeginDevice(std::string_view device) override {
    step_->BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override { step_->AddExec(exec); }

  void EndStep() override;

 private:
  void Renew();

  OpenRun& open_;
  Placement* const placement_;
  std::unique_ptr<StepRecordSink> step_;
};

}  // namespace tfprof
