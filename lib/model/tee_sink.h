// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "model/dump_sink.h"

namespace tfprof {

// Passes every call to several sinks, so a file is read once for all of them.
class TeeSink final : public DumpSink {
 public:
  explicit TeeSink(std::vector<DumpSink*> sinks)
      : sinks_(std::move(sinks)), stacks_(sinks_.size()) {}

  // The most that any sink needs is read for all.
  GraphDetail graph_detail() const override {
    GraphDetail most = GraphDetail::kNone;
    for (const DumpSink* sink : sinks_) {
      most = std::max(most, sink->graph_detail());
    }
    return most;
  }

  bool wants_detail_of(std::string_view op) const override {
    return std::any_of(
        sinks_.begin(), sinks_.end(),
        [op](const DumpSink* sink) { return sink->wants_detail_of(op); });
  }

  bool wants_output_shapes() const override {
    return std::any_of(sinks_.begin(), sinks_.end(), [](const DumpSink* sink) {
      return sink->wants_output_shapes();
    });
  }

  bool wants_attrs() const override {
    return std::any_of(sinks_.begin(), sinks_.end(), [](const DumpSink* sink) {
      return sink->wants_attrs();
    });
  }

  bool only_accounts() const override {
    return std::all_of(sinks_.begin(), sinks_.end(), [](const DumpSink* sink) {
      return sink->only_accounts();
    });
  }

  void BeginGraph(const GraphRecord& graph) override {
    for (DumpSink* sink : sinks_) sink->BeginGraph(graph);
  }

  void AddNode(const NodeDefinition& node) override {
    for (DumpSink* sink : sinks_) sink->AddNode(node);
  }

  void BeginFunction(const FunctionRecord& function) override {
    for (DumpSink* sink : sinks_) sink->BeginFunction(function);
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    for (DumpSink* sink : sinks_) sink->AddFunctionNode(node);
  }

  void AddString(int64_t id, std::string_view text) override {
    for (DumpSink* sink : sinks_) sink->AddString(id, text);
  }

  // Each sink numbers stacks separately.
  StackId AddStack(std::span<const FrameRecord> frames) override {
    const StackId stack(stacks_.empty() ? 0 : stacks_[0].size());
    for (size_t i = 0; i < sinks_.size(); ++i) {
      stacks_[i].push_back(sinks_[i]->AddStack(frames));
    }
    return stack;
  }

  void AddOpLogEntry(const OpLogEntry& entry) override {
    for (size_t i = 0; i < sinks_.size(); ++i) {
      OpLogEntry of_sink = entry;
      of_sink.stack = StackOf(i, entry.stack);
      sinks_[i]->AddOpLogEntry(of_sink);
    }
  }

  void AddCheckpointName(std::string_view name) override {
    for (DumpSink* sink : sinks_) sink->AddCheckpointName(name);
  }

  void NameStep(int64_t step, std::string_view name) override {
    for (DumpSink* sink : sinks_) sink->NameStep(step, name);
  }

  void BeginStep(int64_t step) override {
    for (DumpSink* sink : sinks_) sink->BeginStep(step);
  }

  void BeginDevice(std::string_view device) override {
    for (DumpSink* sink : sinks_) sink->BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override {
    for (DumpSink* sink : sinks_) sink->AddExec(exec);
  }

  void ExpectExec(std::string_view name) override {
    for (DumpSink* sink : sinks_) sink->ExpectExec(name);
  }

  // From the last to the first: the first accounts its held records at the end,
  // and needs memory that the others free.
  void EndStep() override {
    for (auto sink = sinks_.rbegin(); sink != sinks_.rend(); ++sink) {
      (*sink)->EndStep();
    }
  }

  // The rules of the first sink, and the needs of all.
  RecordingOptions recording_options() const override {
    RecordingOptions options;
    if (!sinks_.empty()) options = sinks_.front()->recording_options();
    for (const DumpSink* sink : sinks_) {
      options.wants_whole |= sink->recording_options().wants_whole;
    }
    return options;
  }

  void AddRecording(
      const std::shared_ptr<const Recording>& recording) override {
    for (DumpSink* sink : sinks_) sink->AddRecording(recording);
  }

  RecordedNeeds recorded_needs() const override {
    RecordedNeeds needs;
    for (const DumpSink* sink : sinks_) {
      needs.memory |= sink->recorded_needs().memory;
      needs.unknown_stats |= sink->recorded_needs().unknown_stats;
    }
    return needs;
  }

  void AddCapture(const std::shared_ptr<const Capture>& capture) override {
    for (DumpSink* sink : sinks_) sink->AddCapture(capture);
  }

  bool wants_events() const override {
    return std::any_of(sinks_.begin(), sinks_.end(), [](const DumpSink* sink) {
      return sink->wants_events();
    });
  }

  bool wants_recording() const override {
    return std::any_of(sinks_.begin(), sinks_.end(), [](const DumpSink* sink) {
      return sink->wants_recording();
    });
  }

  void AddStoredNode(const StoredNode& node) override {
    for (size_t i = 0; i < sinks_.size(); ++i) {
      StoredNode of_sink = node;
      of_sink.stack = StackOf(i, node.stack);
      sinks_[i]->AddStoredNode(of_sink);
    }
  }

  void AddStoredStep(int64_t step) override {
    for (DumpSink* sink : sinks_) sink->AddStoredStep(step);
  }

  void SetHasCodeTraces() override {
    for (DumpSink* sink : sinks_) sink->SetHasCodeTraces();
  }

 private:
  StackId StackOf(size_t sink, StackId stack) const {
    return stack.valid() ? stacks_[sink][stack.value] : stack;
  }

  std::vector<DumpSink*> sinks_;
  std::vector<std::vector<StackId>> stacks_;  // by sink
};

}  // namespace tfprof
