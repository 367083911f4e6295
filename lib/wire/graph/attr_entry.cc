// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/attr_entry.h"

#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Sets `text` to the string of an AttrValue; its last member counts.
void ReadString(std::string_view bytes, std::string_view& text) {
  WireCursor value(bytes);
  while (value.Next()) {
    switch (value.field()) {
      case Len(2):
        text = value.View();
        break;
      case Len(1):
      case Varint(3):
      case Fixed32(4):
      case Varint(5):
      case Varint(6):
      case Len(7):
      case Len(8):
      case Len(9):
      case Len(10):
        text = {};
        value.Skip();
        break;
      default:
        value.Skip();
    }
  }
}

}  // namespace

void ReadDataFormat(std::string_view entry, std::string_view& data_format) {
  std::string_view key;
  std::string_view text;
  WireCursor cursor(entry);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        key = cursor.View();
        break;
      case Len(2):
        ReadString(cursor.View(), text);
        break;
      default:
        cursor.Skip();
    }
  }
  if (key == "data_format") data_format = text;
}

}  // namespace tfprof
