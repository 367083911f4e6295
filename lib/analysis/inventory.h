// SPDX-License-Identifier: Apache-2.0
// What a dump holds: what was given, what it covers and what is missing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/dump_sink.h"
#include "model/profile.h"
#include "model/step_selection.h"
#include "report/report.h"

namespace tfprof {

// Counts what passes on its way to another sink.
class InventorySink final : public DumpSink {
 public:
  explicit InventorySink(DumpSink& next) : next_(next) {}

  struct Counts {
    uint64_t graph_nodes = 0;
    uint64_t op_log_entries = 0;
    // Filled by whoever opens the checkpoint.
    uint64_t checkpoint_tensors = 0;
    int64_t checkpoint_values = 0;
    uint64_t stored_nodes = 0;
    std::map<std::string, uint64_t> records_of_device;  // by name as recorded
  };

  const Counts& counts() const { return counts_; }

  bool only_accounts() const override { return next_.only_accounts(); }

  void AddNode(const NodeDefinition& node) override;
  void AddString(int64_t id, std::string_view text) override;
  StackId AddStack(std::span<const FrameRecord> frames) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;
  void AddCheckpointName(std::string_view name) override;

  void BeginStep(int64_t step) override { next_.BeginStep(step); }

  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

  void EndStep() override { next_.EndStep(); }

  void AddStoredNode(const StoredNode& node) override;

  void AddStoredStep(int64_t step) override { next_.AddStoredStep(step); }

  void SetHasCodeTraces() override;

 private:
  DumpSink& next_;
  Counts counts_;
  uint64_t* device_records_ = nullptr;
};

// The report of `tfprof info`, less the list of files.
Report BuildInventory(const Profile& profile,
                      const InventorySink::Counts& counts,
                      const ChosenSteps& chosen);

}  // namespace tfprof
