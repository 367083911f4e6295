// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/memory_event.h"

namespace tfprof {

namespace {

// Where a number of an event goes, by key; null for others.
int64_t* NumberOf(StatKey key, MemoryEvent& memory) {
  switch (key) {
    case StatKey::kBytesReserved:
      return &memory.reserved_bytes;
    case StatKey::kBytesAllocated:
      return &memory.allocated_bytes;
    case StatKey::kBytesAvailable:
      return &memory.available_bytes;
    case StatKey::kPeakBytesInUse:
      return &memory.lifetime_peak_bytes;
    case StatKey::kRequestedBytes:
      return &memory.requested_bytes;
    case StatKey::kAllocationBytes:
      return &memory.bytes;
    case StatKey::kAddress:
      return &memory.address;
    case StatKey::kDataType:
      return &memory.dtype;
    default:
      return nullptr;
  }
}

SharedTexts::Text* TextOf(StatKey key, MemoryEvent& memory) {
  switch (key) {
    case StatKey::kTfOp:
      return &memory.op;
    case StatKey::kRegionType:
      return &memory.region;
    case StatKey::kShape:
      return &memory.shape;
    default:
      return nullptr;
  }
}

}  // namespace

MemoryEvent MemoryEventOf(const XEvent& event, bool is_allocation, int64_t step,
                          SharedTexts& texts) {
  MemoryEvent memory;
  memory.is_allocation = is_allocation;
  memory.offset_ps = event.offset_ps;
  memory.step = step;
  for (const XStat& stat : event.stats) {
    if (int64_t* number = NumberOf(stat.key, memory)) {
      *number = stat.Signed();
    } else if (SharedTexts::Text* text = TextOf(stat.key, memory)) {
      *text = texts.At(stat.Text());
    } else if (stat.key == StatKey::kAllocatorName) {
      memory.allocator = texts.At(stat.Text());
    } else if (stat.key == StatKey::kIndexOnHost ||
               stat.key == StatKey::kDeviceOrdinal) {
      memory.allocator = texts.AtNumber(stat.Signed());
    }
  }
  return memory;
}

}  // namespace tfprof
