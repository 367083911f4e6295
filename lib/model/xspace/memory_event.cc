// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/memory_event.h"

namespace tfprof {

MemoryEvent MemoryEventOf(const FileEvent& event, bool is_allocation,
                          int64_t step, SharedTexts& texts) {
  const EventStats& stats = event.stats;
  const auto text_of = [&](RecordedStat stat) {
    return stats.Has(stat) ? texts.At(stats.Text(stat)) : &kNoText;
  };
  MemoryEvent memory;
  memory.is_allocation = is_allocation;
  memory.offset_ps = event.offset_ps;
  memory.step = step;
  memory.reserved_bytes = stats.Signed(RecordedStat::kBytesReserved);
  memory.allocated_bytes = stats.Signed(RecordedStat::kBytesAllocated);
  memory.available_bytes = stats.Signed(RecordedStat::kBytesAvailable);
  memory.lifetime_peak_bytes = stats.Signed(RecordedStat::kPeakBytes);
  memory.requested_bytes = stats.Signed(RecordedStat::kRequestedBytes);
  memory.bytes = stats.Signed(RecordedStat::kAllocationBytes);
  memory.address = stats.Signed(RecordedStat::kAddress);
  memory.dtype = stats.Signed(RecordedStat::kDataType);
  memory.op = text_of(RecordedStat::kTfOp);
  memory.region = text_of(RecordedStat::kRegionType);
  memory.shape = text_of(RecordedStat::kShape);
  memory.allocator = text_of(RecordedStat::kAllocatorName);
  if (stats.Has(RecordedStat::kAllocatorName)) return memory;
  for (const RecordedStat number :
       {RecordedStat::kDeviceOrdinal, RecordedStat::kIndexOnHost}) {
    if (!stats.Has(number)) continue;
    memory.allocator = texts.AtNumber(stats.Signed(number));
    break;
  }
  return memory;
}

}  // namespace tfprof
