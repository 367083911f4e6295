// SPDX-License-Identifier: Apache-2.0
#include "wire/profile/node_step_lists.h"

#include <iterator>

#include "wire/steps/allocation_record.h"

namespace tfprof {

namespace {

// The fields of an ExecMemory about the whole execution.
MemoryRecord ReadMemory(std::string_view bytes) {
  constexpr int64_t MemoryRecord::*kFields[] = {
      &MemoryRecord::at_us,
      &MemoryRecord::host_temp_bytes,
      &MemoryRecord::host_persistent_bytes,
      &MemoryRecord::accelerator_temp_bytes,
      &MemoryRecord::accelerator_persistent_bytes,
      &MemoryRecord::requested_bytes,
      &MemoryRecord::peak_bytes,
      &MemoryRecord::residual_bytes,
      &MemoryRecord::output_bytes,
      &MemoryRecord::bytes_in_use,
  };
  MemoryRecord memory;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    const uint32_t number = cursor.field() >> 3;
    if (cursor.field() == Varint(number) && number <= std::size(kFields)) {
      memory.*kFields[number - 1] = cursor.Int64();
    } else {
      cursor.Skip();
    }
  }
  return memory;
}

}  // namespace

void NodeStepLists::Add(const MapEntry& entry) {
  StoredNodeStep& run = runs_.emplace_back();
  run.step = entry.key;
  const size_t first_record = memory_.size();
  WireCursor exec(entry.bytes);
  while (exec.Next()) {
    switch (exec.field()) {
      case Varint(1):
        run.run_count = exec.Int64();
        break;
      case Varint(2):
        run.all_start_us = exec.Int64();
        break;
      case Varint(3):
        run.latest_end_us = exec.Int64();
        break;
      default:
        ReadList(exec, first_record);
    }
  }
  parts_.push_back(Mark());
}

void NodeStepLists::ReadList(WireCursor& exec, size_t first_record) {
  switch (exec.field()) {
    case Len(4):
      ReadDeviceTimes(exec.View(), true);
      break;
    case Len(5):
      ReadDeviceTimes(exec.View(), false);
      break;
    case Len(6):
      devices_.push_back(exec.View());
      break;
    case Len(7):
      memory_.push_back(exec.View());
      ReadOutputs(memory_.back(),
                  static_cast<uint32_t>(memory_.size() - 1 - first_record));
      break;
    case Len(11):
      allocations_.push_back(ReadAllocationRecord(exec.View()));
      break;
    default:
      exec.Skip();
  }
}

// An entry of map<string, ExecTime>.
void NodeStepLists::ReadDeviceTimes(std::string_view bytes,
                                    bool on_accelerator) {
  StoredTime time{.on_accelerator = on_accelerator};
  std::string_view times;
  WireCursor entry(bytes);
  while (entry.Next()) {
    switch (entry.field()) {
      case Len(1):
        time.device = entry.View();
        break;
      case Len(2):
        times = entry.View();
        break;
      default:
        entry.Skip();
    }
  }
  WireCursor tuples(times);
  while (tuples.Next()) {
    if (tuples.field() == Len(1)) {
      ReadTime(tuples.View(), time);
    } else {
      tuples.Skip();
    }
  }
}

// A time tuple {start, duration}. tfprof: shorter tuples are undefined there
// and skipped here.
void NodeStepLists::ReadTime(std::string_view bytes, StoredTime time) {
  size_t count = 0;
  ForEachInTuple(bytes, [&](int64_t number) {
    ++count;
    if (count == 1) time.start_us = number;
    if (count == 2) time.duration_us = number;
  });
  if (count >= 2) times_.push_back(time);
}

void NodeStepLists::ReadOutputs(std::string_view memory, uint32_t record) {
  WireCursor cursor(memory);
  while (cursor.Next()) {
    if (cursor.field() == Len(11)) {
      ReadOutput(cursor.View(), record);
    } else {
      cursor.Skip();
    }
  }
}

// An entry of map<int32, Memory>.
void NodeStepLists::ReadOutput(std::string_view bytes, uint32_t record) {
  const MapEntry entry = ReadMapEntry(bytes);
  OutputMemory output{.record = record,
                      .slot = static_cast<int32_t>(entry.key)};
  WireCursor memory(entry.bytes);
  while (memory.Next()) {
    switch (memory.field()) {
      case Varint(1):
        output.bytes = memory.Int64();
        break;
      case Varint(2):
        output.ptr = memory.Uint64();
        break;
      default:
        memory.Skip();
    }
  }
  outputs_.push_back(output);
}

std::span<const StoredNodeStep> NodeStepLists::Finish() {
  Ends begin{};
  for (size_t i = 0; i < runs_.size(); ++i) {
    const Ends& end = parts_[i];
    const auto part = [](const auto& list, size_t from, size_t to) {
      return std::span(list).subspan(from, to - from);
    };
    StoredNodeStep& run = runs_[i];
    run.devices = part(devices_, begin.devices, end.devices);
    run.times = part(times_, begin.times, end.times);
    run.memory = {part(memory_, begin.memory, end.memory), ReadMemory};
    run.outputs = part(outputs_, begin.outputs, end.outputs);
    run.allocations = part(allocations_, begin.allocations, end.allocations);
    begin = end;
  }
  return runs_;
}

}  // namespace tfprof
