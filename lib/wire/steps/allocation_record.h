// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/dump_sink.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// AllocationRecord, of step stats and of saved profiles.
inline AllocationRecord ReadAllocationRecord(std::string_view bytes) {
  AllocationRecord record;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(1):
        record.at_us = cursor.Int64();
        break;
      case Varint(2):
        record.bytes = cursor.Int64();
        break;
      default:
        cursor.Skip();
    }
  }
  return record;
}

}  // namespace tfprof
