// SPDX-License-Identifier: Apache-2.0
// An allocation or its end, as an allocator reports it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "model/xspace/event.h"

namespace tfprof {

// Texts are those of the file.
struct MemoryEvent {
  bool is_allocation = false;
  bool has_allocator_number = false;
  uint32_t allocator_row = 0;  // in the order of their names, once known
  int64_t offset_ps = 0;  // since the line began
  int64_t step = -1;
  // Of the allocator, after the event.
  int64_t reserved_bytes = 0;
  int64_t allocated_bytes = 0;
  int64_t available_bytes = 0;
  int64_t lifetime_peak_bytes = 0;
  // Of the tensor.
  int64_t requested_bytes = 0;
  int64_t bytes = 0;
  int64_t address = 0;
  int64_t dtype = 0;
  std::string_view op;
  std::string_view region;
  std::string_view shape;
  // The allocator's name, or its number as its name.
  std::string_view allocator;
  int64_t allocator_number = 0;

  int64_t used_bytes() const {
    return WrapAdd(reserved_bytes, allocated_bytes);
  }

  bool HasAllocatorOf(const MemoryEvent& other) const {
    return has_allocator_number == other.has_allocator_number &&
           (has_allocator_number ? allocator_number == other.allocator_number
                                 : allocator == other.allocator);
  }

  std::string AllocatorName() const {
    return has_allocator_number ? std::to_string(allocator_number)
                                : std::string(allocator);
  }
};

// The stats that it is made of.
inline constexpr StatKeys kMemoryStats{
    StatKey::kAllocatorName,   StatKey::kIndexOnHost,
    StatKey::kDeviceOrdinal,   StatKey::kBytesReserved,
    StatKey::kBytesAllocated,  StatKey::kBytesAvailable,
    StatKey::kPeakBytesInUse,  StatKey::kRequestedBytes,
    StatKey::kAllocationBytes, StatKey::kAddress,
    StatKey::kRegionType,      StatKey::kDataType,
    StatKey::kShape,           StatKey::kTfOp};

MemoryEvent MemoryEventOf(const XEvent& event, bool is_allocation,
                          int64_t step);

}  // namespace tfprof
