// SPDX-License-Identifier: Apache-2.0
#include "step_keeper.h"

#include <utility>
#include <vector>

namespace tfprof {

void StepKeeper::Renew() {
  sink_ = std::make_unique<StepRecordSink>(
      StepRecordSink::Wanted{.memory = true, .shapes = true});
  ran_ = std::make_unique<RanNodesSink>();
  trace_ = std::make_unique<TraceBuilder>();
}

void StepKeeper::BeginGraph(const GraphRecord& graph) {
  sink_->BeginGraph(graph);
  ran_->BeginGraph(graph);
}

void StepKeeper::AddNode(const NodeDefinition& node) {
  sink_->AddNode(node);
  ran_->AddNode(node);
}

void StepKeeper::BeginStep(int64_t step) {
  sink_->BeginStep(step);
  trace_->BeginStep(step);
}

void StepKeeper::BeginDevice(std::string_view device) {
  sink_->BeginDevice(device);
  trace_->BeginDevice(device);
}

void StepKeeper::AddExec(const ExecRecord& exec) {
  sink_->AddExec(exec);
  trace_->AddExec(exec);
}

void StepKeeper::EndStep() {
  std::optional<StepRecords> records = sink_->Finish();
  Traces traces = trace_->Finish();
  if (records && !traces.empty()) {
    steps_.push_back(
        {std::move(*records), std::move(ran_), std::move(traces.front())});
  }
  Renew();
}

}  // namespace tfprof
