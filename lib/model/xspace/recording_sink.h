// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "model/dump_sink.h"
#include "model/forwarding_sink.h"
#include "model/xspace/recording.h"

namespace tfprof {

using Recordings = std::vector<std::shared_ptr<const Recording>>;

// Hands on all but the recordings, which it keeps.
class RecordingHolder final : public ForwardingSink {
 public:
  explicit RecordingHolder(DumpSink& next) : ForwardingSink(next) {}

  void AddRecording(
      const std::shared_ptr<const Recording>& recording) override {
    recordings_.push_back(recording);
  }

  void AddCapture(const std::shared_ptr<const Capture>& capture) override {
    capture_ = capture;
  }

  Recordings Finish() { return std::move(recordings_); }

  // Null under the reference's rules.
  const std::shared_ptr<const Capture>& capture() const { return capture_; }

 private:
  Recordings recordings_;
  std::shared_ptr<const Capture> capture_;
};

// Takes the recordings of a run, one a host.
class RecordingSink final : public DumpSink {
 public:
  explicit RecordingSink(RecordingOptions options) : options_(options) {}

  RecordingOptions recording_options() const override { return options_; }

  RecordedNeeds recorded_needs() const override { return {.memory = true}; }

  void AddRecording(
      const std::shared_ptr<const Recording>& recording) override {
    recordings_.push_back(recording);
  }

  void AddCapture(const std::shared_ptr<const Capture>& capture) override {
    capture_ = capture;
  }

  Recordings Finish() { return std::move(recordings_); }

  // Null under the reference's rules.
  const std::shared_ptr<const Capture>& capture() const { return capture_; }

 private:
  const RecordingOptions options_;
  Recordings recordings_;
  std::shared_ptr<const Capture> capture_;
};

}  // namespace tfprof
