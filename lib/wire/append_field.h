// SPDX-License-Identifier: Apache-2.0
// Writes parts of messages, for readers that pass on modified messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/wire_cursor.h"

namespace tfprof {

inline void AppendVarint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(0x80 | (value & 0x7f));
  }
  out += static_cast<char>(value);
}

// A field of bytes: a string or a message.
inline void AppendField(std::string& out, uint32_t number,
                        std::string_view bytes) {
  AppendVarint(out, Len(number));
  AppendVarint(out, bytes.size());
  out += bytes;
}

// Copies `message` with changed fields: `change(cursor, out)` either consumes a
// field and appends its replacement, or returns false, and the field is copied.
template <typename Change>
std::string ChangedMessage(std::string_view message, Change change) {
  std::string out;
  WireCursor cursor(message);
  while (cursor.Next()) {
    const char* const begin = cursor.field_at();
    if (change(cursor, out)) continue;
    cursor.Skip();
    out.append(begin, cursor.at());
  }
  return out;
}

}  // namespace tfprof
