// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/dump_sink.h"

namespace tfprof {

// Passes every call on. A base for sinks that change, check or count a few of
// the calls: calls that they do not override pass, including future ones.
class ForwardingSink : public DumpSink {
 public:
  explicit ForwardingSink(DumpSink& next) : next_(next) {}

  ForwardingSink(const ForwardingSink&) = delete;
  ForwardingSink& operator=(const ForwardingSink&) = delete;

  GraphDetail graph_detail() const override { return next_.graph_detail(); }

  bool wants_detail_of(std::string_view op) const override {
    return next_.wants_detail_of(op);
  }

  bool wants_output_shapes() const override {
    return next_.wants_output_shapes();
  }

  bool wants_attrs() const override { return next_.wants_attrs(); }

  bool only_accounts() const override { return next_.only_accounts(); }

  void BeginGraph(const GraphRecord& graph) override {
    next_.BeginGraph(graph);
  }

  void AddNode(const NodeDefinition& node) override { next_.AddNode(node); }

  void BeginFunction(const FunctionRecord& function) override {
    next_.BeginFunction(function);
  }

  void AddFunctionNode(const NodeDefinition& node) override {
    next_.AddFunctionNode(node);
  }

  void AddString(int64_t id, std::string_view text) override {
    next_.AddString(id, text);
  }

  StackId AddStack(std::span<const FrameRecord> frames) override {
    return next_.AddStack(frames);
  }

  void AddOpLogEntry(const OpLogEntry& entry) override {
    next_.AddOpLogEntry(entry);
  }

  void AddCheckpointName(std::string_view name) override {
    next_.AddCheckpointName(name);
  }

  void NameStep(int64_t step, std::string_view name) override {
    next_.NameStep(step, name);
  }

  void BeginStep(int64_t step) override { next_.BeginStep(step); }

  void BeginDevice(std::string_view device) override {
    next_.BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override { next_.AddExec(exec); }

  void ExpectExec(std::string_view name) override { next_.ExpectExec(name); }

  void EndStep() override { next_.EndStep(); }

  RecordingOptions recording_options() const override {
    return next_.recording_options();
  }

  void AddRecording(
      const std::shared_ptr<const Recording>& recording) override {
    next_.AddRecording(recording);
  }

  RecordedNeeds recorded_needs() const override {
    return next_.recorded_needs();
  }

  void AddRecordedHost(std::shared_ptr<RecordedHost> host) override {
    next_.AddRecordedHost(std::move(host));
  }

  void AddCapture(const std::shared_ptr<const Capture>& capture) override {
    next_.AddCapture(capture);
  }

  bool wants_events() const override { return next_.wants_events(); }

  bool wants_recording() const override { return next_.wants_recording(); }

  void AddStoredNode(const StoredNode& node) override {
    next_.AddStoredNode(node);
  }

  void AddStoredStep(int64_t step) override { next_.AddStoredStep(step); }

  void SetHasCodeTraces() override { next_.SetHasCodeTraces(); }

 protected:
  DumpSink& next() const { return next_; }

 private:
  DumpSink& next_;
};

}  // namespace tfprof
