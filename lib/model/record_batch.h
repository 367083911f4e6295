// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lists.h"
#include "model/dump_sink.h"

namespace tfprof {

// Keeps records of a step file, so that one thread can decode while another
// accounts: only what accounting needs is kept, so no thread ids. A file may be
// cut into several batches anywhere between two calls. Takes the calls between
// BeginStep and EndStep only; DefinitionBatch takes those of graphs and op
// logs.
class RecordBatch final : public DumpSink {
 public:
  // Makes the calls that were made here, in the same order.
  void Replay(DumpSink& sink) const;

  size_t size() const { return execs_.size(); }

  // Forgets the calls, not the memory that they took.
  void Clear();

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
  // A piece of text_.
  struct Text {
    size_t begin, size;
  };

  // A step of calls is kept as a whole until it ends (ProfileBuilder::Holds),
  // so this is small.
  struct Exec {
    size_t name;                     // in text_: the label follows the name
    uint32_t name_size, label_size;  // of fields, which are no longer
    int64_t all_start_us, op_start_rel_us, op_end_rel_us, all_end_rel_us;
  };

  // Of an Exec, if any of these is there: each is of some releases only.
  struct More {
    int64_t all_start_ns, op_start_rel_ns, op_end_rel_ns, all_end_rel_ns;
    int64_t temp_bytes, persistent_bytes;

    friend bool operator==(const More&, const More&) = default;
  };

  struct Allocator {
    Text name;
    int64_t total_bytes, peak_bytes, live_bytes, bytes_in_use;
    size_t allocations_end;
  };

  struct Output {
    int64_t requested_bytes, allocated_bytes;
    uint64_t ptr;
    int32_t slot;
  };

  struct Device {
    Text name;
    size_t first_exec;
  };

  Text Keep(std::string_view text);

  std::string_view ViewOf(const Text& text) const {
    return std::string_view(text_).substr(text.begin, text.size);
  }

  std::string_view NameOf(const Exec& exec) const {
    return ViewOf({exec.name, exec.name_size});
  }

  std::string text_;
  std::vector<int64_t> begun_steps_;
  std::vector<Device> devices_;
  std::vector<Exec> execs_;
  std::vector<bool> has_more_;  // by exec
  std::vector<More> more_;      // of those
  Lists<Allocator> memory_;  // by exec
  std::vector<AllocationRecord> allocations_;
  Lists<Output> outputs_;  // by exec; those that were allocated
  bool has_end_ = false;
};

}  // namespace tfprof
