// SPDX-License-Identifier: Apache-2.0
#include "wire/wire_cursor.h"

#include <algorithm>

#include <fmt/format.h>

namespace tfprof {

namespace {

// Groups are obsolete; only a malicious file nests them deeper.
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
      Uint64();
      return;
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

size_t CountOf(uint32_t field, std::string_view message) {
  size_t count = 0;
  try {
    WireCursor cursor(message);
    while (cursor.Next()) {
      const bool is_one = cursor.field() == field;
      cursor.Skip();
      count += is_one;
    }
  } catch (const protozero::exception&) {
    // The caller reports the position.
  }
  return count;
}

std::string_view Progress::Message(WireCursor& cursor) {
  if (!allow_partial_ || cursor.end() != end_) return cursor.View();
  WireCursor ahead = cursor;
  const uint64_t promised = ahead.Uint64();
  const auto there = static_cast<uint64_t>(end_ - ahead.at());
  if (promised > there) {
    missing_bytes_ = std::max(missing_bytes_, promised - there);
  }
  return cursor.ClippedView();
}

std::string_view Progress::WholeFields(std::string_view message) {
  if (!allow_partial_ || message.data() + message.size() != end_) {
    return message;
  }
  WireCursor cursor(message);
  try {
    while (cursor.Next()) cursor.Skip();
    return message;
  } catch (const protozero::end_of_buffer_exception&) {
    lost_ = cursor.field_at();
    return {message.data(), lost_};
  }
}

bool Progress::IsCutOff() const {
  try {
    WireCursor cursor({record_, static_cast<size_t>(end_ - record_)});
    if (cursor.Next()) cursor.Skip();
    return false;
  } catch (const protozero::end_of_buffer_exception&) {
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

std::string Progress::Loss() const {
  if (lost_ == nullptr && missing_bytes_ == 0 && !bytes_.is_cut_short()) {
    return {};
  }
  std::string text = fmt::format("cut short at byte {}", end_ - begin_);
  if (missing_bytes_ > 0) {
    text += fmt::format(", {} bytes before its end", missing_bytes_);
  }
  return text +
         (lost_ != nullptr
              ? fmt::format(": the record at byte {} and everything after it "
                            "are lost",
                            lost_ - begin_)
              : ": everything after it is lost");
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
  if (dynamic_cast<const TooManyParts*>(&damage)) {
    return "a record has more parts than TensorFlow writes";
  }
  return "a record cannot be decoded";
}

std::string_view LastValue(std::string_view message, uint32_t number) {
  std::string_view value;
  WireCursor cursor(message);
  while (cursor.Next()) {
    if (cursor.field() == Len(number)) {
      value = cursor.View();
    } else {
      cursor.Skip();
    }
  }
  return value;
}

uint64_t LastVarint(std::string_view message, uint32_t number) {
  uint64_t value = 0;
  WireCursor cursor(message);
  while (cursor.Next()) {
    if (cursor.field() == Varint(number)) {
      value = cursor.Uint64();
    } else {
      cursor.Skip();
    }
  }
  return value;
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
