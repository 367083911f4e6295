// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lists.h"
#include "model/dump_sink.h"

namespace tfprof {

// Stores records of a step file, so one thread can decode while another
// accounts: only fields for accounting are stored, so no thread ids. A file may
// be cut into several batches between any two calls. Takes only the calls
// between BeginStep and EndStep; DefinitionBatch takes graphs and op logs.
class RecordBatch final : public DumpSink {
 public:
  // Repeats the stored calls in order.
  void Replay(DumpSink& sink) const;

  size_t size() const { return execs_.size(); }

  // Drops the calls but keeps the memory.
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

  // Small, since calls of a step are held until it ends
  // (ProfileBuilder::Holds).
  struct Exec {
    size_t name;                     // in text_: the label follows the name
    uint32_t name_size, label_size;  // limited by the size of fields
    int64_t all_start_us, op_start_rel_us, op_end_rel_us, all_end_rel_us;
  };

  // The optional fields of an Exec, each of which only some releases write.
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
  Lists<Output> outputs_;  // by exec; allocated outputs only
  bool has_end_ = false;
};

}  // namespace tfprof
