// SPDX-License-Identifier: Apache-2.0
// The contents of a dump, its coverage and its missing parts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/forwarding_sink.h"
#include "model/profile.h"
#include "model/step_selection.h"
#include "model/xspace/recording_sink.h"
#include "recorded/capture.h"
#include "report/report.h"

namespace tfprof {

// Counts what it forwards to another sink.
class InventorySink final : public ForwardingSink {
 public:
  explicit InventorySink(DumpSink& next) : ForwardingSink(next) {}

  struct Counts {
    uint64_t graph_nodes = 0;
    uint64_t op_log_entries = 0;
    // Set by the caller that opens the checkpoint.
    uint64_t checkpoint_tensors = 0;
    int64_t checkpoint_values = 0;
    uint64_t stored_nodes = 0;
    std::map<std::string, uint64_t> records_of_device;  // by recorded name
    Recordings recordings;
    // The same recordings, with all of their tables; null under the reference's
    // rules.
    std::shared_ptr<const Capture> capture;
  };

  const Counts& counts() const { return counts_; }

  void AddNode(const NodeDefinition& node) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void AddStoredNode(const StoredNode& node) override;
  RecordedNeeds recorded_needs() const override;
  void AddRecording(const std::shared_ptr<const Recording>&) override;
  void AddCapture(const std::shared_ptr<const Capture>&) override;

 private:
  Counts counts_;
  uint64_t* device_records_ = nullptr;
};

// The report of `tfprof info`, without the list of files. Borrows the profile's
// step table and `chosen` until it is written.
Report BuildInventory(const Profile& profile,
                      const InventorySink::Counts& counts,
                      const ChosenSteps& chosen);

// The same for recordings that have a capture.
Report BuildRecordedInventory(const Profile& profile,
                              const InventorySink::Counts& counts,
                              const CaptureChoice& chosen);

}  // namespace tfprof
