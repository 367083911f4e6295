// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/dump_sink.h"

namespace tfprof {

// Hands the records of steps to several sinks, so that a file is read once for
// all of them.
class TeeSink final : public DumpSink {
 public:
  explicit TeeSink(std::vector<DumpSink*> sinks) : sinks_(std::move(sinks)) {}

  bool wants_output_shapes() const override {
    for (const DumpSink* sink : sinks_) {
      if (sink->wants_output_shapes()) return true;
    }
    return false;
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

  void EndStep() override {
    for (DumpSink* sink : sinks_) sink->EndStep();
  }

 private:
  std::vector<DumpSink*> sinks_;
};

}  // namespace tfprof
