// SPDX-License-Identifier: Apache-2.0
// WireCursor: how the readers of this layer walk over serialized messages,
// without copying and with bounds checked by protozero's decoders, which throw
// on damage. Only DecodeFile() catches their exceptions, so the loops in
// between stay free of checks.
//
//   WireCursor node(bytes);
//   while (node.Next()) {
//     switch (node.field()) {
//       case Len(1): name = node.View(); break;
//       case Varint(2): number = node.Int64(); break;
//       default: node.Skip();
//     }
//   }
//
// A known number with an unexpected wire type is another `field()` and so is
// skipped as unknown. Readers recurse over the schema, never over the data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <protozero/exception.hpp>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory_allowance.h"
#include "wire/intake/readers.h"
#include "wire/varint.h"

namespace tfprof {

// Field number and wire type, combined as on the wire.
constexpr uint32_t Varint(uint32_t number) { return number << 3; }

constexpr uint32_t Fixed64(uint32_t number) { return number << 3 | 1; }

constexpr uint32_t Len(uint32_t number) { return number << 3 | 2; }

constexpr uint32_t Fixed32(uint32_t number) { return number << 3 | 5; }

// A record has an excessive number of parts, each of which would take many
// times its encoded size.
struct TooManyParts : protozero::exception {
  const char* what() const noexcept override { return "too many parts"; }
};

// Iterates over the fields of one message. Lengths are 64-bit: a file may hold
// messages beyond the 4 GiB that protozero's own reader can address.
class WireCursor {
 public:
  explicit WireCursor(std::string_view message)
      : at_(message.data()), end_(at_ + message.size()), field_at_(at_) {}

  // Moves to the next field, whose value must then be read or skipped.
  bool Next() {
    if (at_ == end_) return false;
    field_at_ = at_;
    const uint64_t field = TakeVarint(at_, end_);
    if (field > UINT32_MAX || field >> 3 == 0) {
      throw protozero::invalid_tag_exception();
    }
    field_ = static_cast<uint32_t>(field);
    return true;
  }

  uint32_t field() const { return field_; }

  // The start of the current field, including its number.
  const char* field_at() const { return field_at_; }

  // One past the value that was read or skipped last.
  const char* at() const { return at_; }

  uint64_t Uint64() { return TakeVarint(at_, end_); }

  int64_t Int64() { return static_cast<int64_t>(Uint64()); }

  // The low half of the number, which protobuf decodes as well.
  int32_t Int32() { return static_cast<int32_t>(Uint64()); }

  bool Bool() { return Uint64() != 0; }

  std::string_view View() {
    const uint64_t size = Uint64();
    if (size > static_cast<uint64_t>(end_ - at_)) {
      throw protozero::end_of_buffer_exception();
    }
    const char* begin = at_;
    at_ += size;
    ChargeInput(static_cast<size_t>(at_ - field_at_));
    return {begin, static_cast<size_t>(size)};
  }

  const char* end() const { return end_; }

  // The available part of the value, for looking into a truncated file.
  std::string_view ClippedView() {
    const uint64_t promised = Uint64();
    const auto size = static_cast<size_t>(
        std::min(promised, static_cast<uint64_t>(end_ - at_)));
    const char* begin = at_;
    at_ += size;
    return {begin, size};
  }

  void Skip();

 private:
  void SkipBytes(size_t size) {
    if (size > static_cast<size_t>(end_ - at_)) {
      throw protozero::end_of_buffer_exception();
    }
    at_ += size;
  }

  void SkipGroup();

  const char* at_;
  const char* end_;
  const char* field_at_;
  uint32_t field_ = 0;
};

// The number of fields with this number in a message, up to the first damage.
size_t CountOf(uint32_t field, std::string_view message);

// Calls `take` with every number of a packed field.
template <typename Take>
void ForEachPacked(std::string_view packed, Take take) {
  constexpr size_t kStep = size_t{1} << 14;
  const char* at = packed.data();
  const char* const end = at + packed.size();
  while (at != end) {
    const char* const begin = at;
    const char* const part =
        at + std::min(kStep, static_cast<size_t>(end - at));
    while (at < part) take(static_cast<int64_t>(TakeVarint(at, end)));
    ChargeInput(static_cast<size_t>(at - begin));
  }
}

// The value of the last length-delimited field with this number; a null view if
// there is none.
std::string_view LastValue(std::string_view message, uint32_t number);

// The same of a varint field; 0 if there is none.
uint64_t LastVarint(std::string_view message, uint32_t number);

// True if a message ends with its last field. Nested messages are not checked.
bool IsWhole(std::string_view message);

// The position of a reader in its file: for error messages, for releasing the
// pages of a mapped file, and for finding where a truncated file ends if
// `allow_partial` is set.
class Progress {
 public:
  explicit Progress(const Source& source)
      : bytes_(source.bytes),
        allow_partial_(source.limits.allow_partial),
        begin_(source.bytes.view().data()),
        end_(begin_ + source.bytes.view().size()),
        record_(begin_) {}

  // `record` is the first byte of the next record.
  void Enter(const char* record) {
    record_ = record;
    bytes_.Forget(offset());
  }

  size_t offset() const { return static_cast<size_t>(record_ - begin_); }

  // The offset in the whole file, of which the source may be a part.
  size_t offset_in_file() const { return offset() + bytes_.offset(); }

  // The value of a message that holds records. If partial files are allowed, a
  // message that goes beyond the file ends with it.
  std::string_view Message(WireCursor& cursor);

  // The complete fields of such a message.
  std::string_view WholeFields(std::string_view message);

  // Runs `decode`, and ends it where the file is cut if partial files are
  // allowed.
  template <typename Decode>
  void UpToCut(Decode decode) {
    try {
      decode();
    } catch (const protozero::end_of_buffer_exception&) {
      if (!allow_partial_ || !IsCutOff()) throw;
      lost_ = record_;
    }
  }

  // True if a message went beyond the file.
  bool is_cut() const { return missing_bytes_ > 0; }

  // True if the file ends within the last entered record.
  bool IsCutOff() const;

  // Describes the loss in a truncated file; empty if there is none.
  std::string Loss() const;

 private:
  const Bytes& bytes_;
  const bool allow_partial_;
  const char* begin_;
  const char* end_;
  const char* record_;
  uint64_t missing_bytes_ = 0;  // of the outermost truncated message
  const char* lost_ = nullptr;  // the truncated record
};

// Describes the damage for an error message.
std::string_view DamageText(const protozero::exception& damage);

// Runs `decode(Progress&)`, which reads `source`, and turns damage into an
// error with its position in the file.
template <typename Decode>
Status DecodeFile(const Source& source, Diagnostics& diagnostics,
                  Decode decode) {
  Progress progress(source);
  try {
    progress.UpToCut([&] { decode(progress); });
  } catch (const protozero::exception& damage) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte {}: {}; the file is cut short or damaged, write or "
                "copy it again{}",
                source.path, progress.offset_in_file(), DamageText(damage),
                progress.IsCutOff()
                    ? ", or read its complete part with --allow_partial"
                    : "");
  }
  if (const std::string loss = progress.Loss(); !loss.empty()) {
    diagnostics.WarnOnce("files cut short", source.path + ": " + loss);
  }
  return {};
}

}  // namespace tfprof
