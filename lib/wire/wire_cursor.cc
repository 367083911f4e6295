// SPDX-License-Identifier: Apache-2.0
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Groups left the format long ago; whoever nests deeper means harm.
constexpr int kMaxGroupDepth = 100;

enum WireType : uint32_t {
  kVarint,
  kFixed64,
  kLen,
  kGroupBegin,
  kGroupEnd,
  kFixed32,
};

}  // namespace

void WireCursor::Skip() {
  switch (field_ & 7) {
    case kVarint:
      return protozero::skip_varint(&at_, end_);
    case kFixed64:
      return SkipBytes(8);
    case kLen:
      View();
      return;
    case kGroupBegin:
      return SkipGroup();
    case kFixed32:
      return SkipBytes(4);
    default:
      throw protozero::unknown_pbf_wire_type_exception();
  }
}

void WireCursor::SkipGroup() {
  for (int depth = 1; depth > 0;) {
    if (!Next()) throw protozero::end_of_buffer_exception();
    const uint32_t type = field_ & 7;
    if (type == kGroupBegin) {
      if (++depth > kMaxGroupDepth) throw protozero::invalid_tag_exception();
    } else if (type == kGroupEnd) {
      --depth;
    } else {
      Skip();
    }
  }
}

std::string_view DamageText(const protozero::exception& damage) {
  if (dynamic_cast<const protozero::end_of_buffer_exception*>(&damage)) {
    return "a value runs past the end";
  }
  if (dynamic_cast<const protozero::varint_too_long_exception*>(&damage)) {
    return "a number has too many bytes";
  }
  if (dynamic_cast<const protozero::invalid_tag_exception*>(&damage)) {
    return "a field has no valid number";
  }
  if (dynamic_cast<const protozero::unknown_pbf_wire_type_exception*>(
          &damage)) {
    return "a field has an unknown type";
  }
  return "a record cannot be decoded";
}

bool IsWhole(std::string_view message) {
  try {
    WireCursor cursor(message);
    while (cursor.Next()) cursor.Skip();
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace tfprof
