// SPDX-License-Identifier: Apache-2.0
#include "wire/map_entry.h"

#include "wire/wire_cursor.h"

namespace tfprof {

MapEntry ReadMapEntry(std::string_view bytes) {
  MapEntry entry;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(1):
        entry.key = cursor.Int64();
        break;
      case Varint(2):
        entry.number = cursor.Int64();
        break;
      case Len(2):
        entry.bytes = cursor.View();
        break;
      default:
        cursor.Skip();
    }
  }
  return entry;
}

}  // namespace tfprof
