// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/lists.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

// Keeps the records of a step file, so that a thread can decode it while
// others are decoded, and hands them on later: what accounting looks at, no
// labels and thread ids. Takes the calls between BeginStep and EndStep only;
// the other kinds of input are read in place.
class RecordBatch final : public DumpSink {
 public:
  // Makes the calls that were made here, in the same order.
  void Replay(DumpSink& sink) const;

  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;

  void AddNode(const NodeDefinition&) override;
  void AddString(int64_t, std::string_view) override;
  StackId AddStack(std::span<const FrameRecord>) override;
  void AddOpLogEntry(const OpLogEntry&) override;
  void AddCheckpointName(std::string_view) override;
  void AddStoredNode(const StoredNode&) override;
  void AddStoredStep(int64_t) override;
  void SetHasCodeTraces() override;

 private:
  struct Exec {
    StringId name;
    int64_t all_start_us, op_end_rel_us, temp_bytes, persistent_bytes;
  };

  struct Allocator {
    StringId name;
    int64_t total_bytes, peak_bytes, live_bytes, bytes_in_use;
    size_t allocations_end;
  };

  struct Output {
    int64_t requested_bytes, allocated_bytes;
    uint64_t ptr;
    int32_t slot;
  };

  struct Device {
    StringId name;
    size_t first_exec;
  };

  StringPool strings_;
  std::vector<int64_t> steps_;  // one, or none if the file has no step stats
  std::vector<Device> devices_;
  std::vector<Exec> execs_;
  Lists<Allocator> memory_;  // by exec
  std::vector<AllocationRecord> allocations_;
  Lists<Output> outputs_;  // by exec; those that were allocated
};

}  // namespace tfprof
