// SPDX-License-Identifier: Apache-2.0
// CaptureCollector: puts the recordings of a run together and hands them on
// after the last file.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/forwarding_sink.h"
#include "recorded/recorded_host.h"
#include "wire/intake/input.h"

namespace tfprof {

class CaptureCollector final : public ForwardingSink {
 public:
  explicit CaptureCollector(DumpSink& next) : ForwardingSink(next) {}

  void AddRecordedHost(std::shared_ptr<RecordedHost> host) override {
    hosts_.push_back(std::move(host));
  }

  // Hands on a capture that was made before instead.
  void Use(std::shared_ptr<const Capture> capture) {
    capture_ = std::move(capture);
  }

  // Null before Finish() and without recordings.
  const std::shared_ptr<const Capture>& capture() const { return capture_; }

  // Hands on what was collected: to `guard`, which this sink stands behind,
  // whatever has a name. Fails with kInvalidArgument if steps are asked for by
  // a name that none has.
  Status Finish(const Inputs& inputs, DumpSink& guard,
                Diagnostics& diagnostics);

 private:
  std::vector<std::shared_ptr<RecordedHost>> hosts_;
  std::shared_ptr<const Capture> capture_;
};

}  // namespace tfprof
