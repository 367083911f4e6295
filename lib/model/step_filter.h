// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/forwarding_sink.h"
#include "model/step_selection.h"

namespace tfprof {

// Passes chosen steps and everything outside of steps.
class StepFilter final : public ForwardingSink {
 public:
  // `chosen` must outlive this.
  StepFilter(const ChosenSteps& chosen, DumpSink& next)
      : ForwardingSink(next), chosen_(chosen) {}

  void BeginStep(int64_t step) override {
    passes_ = chosen_.Contains(step);
    if (passes_) next().BeginStep(step);
  }

  void BeginDevice(std::string_view device) override {
    if (passes_) next().BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override {
    if (passes_) next().AddExec(exec);
  }

  void EndStep() override {
    if (passes_) next().EndStep();
  }

  void AddStoredNode(const StoredNode& node) override {
    std::vector<StoredNodeStep> steps;
    for (const StoredNodeStep& step : node.node_steps) {
      if (chosen_.Contains(step.step)) steps.push_back(step);
    }
    StoredNode filtered = node;
    filtered.node_steps = steps;
    next().AddStoredNode(filtered);
  }

  void AddStoredStep(int64_t step) override {
    if (chosen_.Contains(step)) next().AddStoredStep(step);
  }

  RecordingOptions recording_options() const override {
    RecordingOptions options = next().recording_options();
    if (chosen_.are != "whole") options.steps = &chosen_.numbers;
    return options;
  }

 private:
  const ChosenSteps& chosen_;
  bool passes_ = false;
};

}  // namespace tfprof
