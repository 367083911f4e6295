// SPDX-License-Identifier: Apache-2.0
// The messages inside a ProfileNode of a saved profile.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"
#include "wire/map_entry.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// Calls `take` with the numbers of the only repeated field of a message, as in
// Tuple.
template <typename Take>
void ForEachInTuple(std::string_view bytes, Take take) {
  WireCursor tuple(bytes);
  while (tuple.Next()) {
    switch (tuple.field()) {
      case Len(1):
        ForEachPacked(tuple.View(), take);
        break;
      case Varint(1):
        take(tuple.Int64());
        break;
      default:
        tuple.Skip();
    }
  }
}

// The runs of one node. Spans are made after the lists have stopped growing.
class NodeStepLists {
 public:
  void Clear() {
    runs_.clear();
    parts_.clear();
    devices_.clear();
    times_.clear();
    memory_.clear();
    outputs_.clear();
    allocations_.clear();
  }

  // Adds an entry of map<int64, ExecProfile>.
  void Add(const MapEntry& entry);

  std::span<const StoredNodeStep> Finish();

 private:
  struct Ends {
    size_t devices, times, memory, outputs, allocations;
  };

  Ends Mark() const {
    return {devices_.size(), times_.size(), memory_.size(), outputs_.size(),
            allocations_.size()};
  }

  void ReadList(WireCursor& exec, size_t first_record);
  void ReadDeviceTimes(std::string_view bytes, bool on_accelerator);
  void ReadTime(std::string_view bytes, StoredTime time);
  void ReadOutputs(std::string_view memory, uint32_t record);
  void ReadOutput(std::string_view bytes, uint32_t record);

  std::vector<StoredNodeStep> runs_;
  std::vector<Ends> parts_;  // by run
  std::vector<std::string_view> devices_;
  std::vector<StoredTime> times_;
  std::vector<std::string_view> memory_;
  std::vector<OutputMemory> outputs_;
  std::vector<AllocationRecord> allocations_;
};

}  // namespace tfprof
