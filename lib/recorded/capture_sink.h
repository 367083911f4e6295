// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "model/dump_sink.h"
#include "recorded/capture.h"

namespace tfprof {

// Keeps the recordings of a run.
class CaptureSink final : public DumpSink {
 public:
  explicit CaptureSink(RecordedNeeds needs = {}, bool wants_events = false)
      : needs_(needs), wants_events_(wants_events) {}

  RecordedNeeds recorded_needs() const override { return needs_; }

  bool wants_events() const override { return wants_events_; }

  bool wants_recording() const override { return false; }

  bool wants_attrs() const override { return false; }

  void AddCapture(const std::shared_ptr<const Capture>& capture) override {
    capture_ = capture;
  }

  // Null without recordings, and under the reference's rules.
  const std::shared_ptr<const Capture>& capture() const { return capture_; }

 private:
  const RecordedNeeds needs_;
  const bool wants_events_;
  std::shared_ptr<const Capture> capture_;
};

}  // namespace tfprof
