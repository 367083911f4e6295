// SPDX-License-Identifier: Apache-2.0
// How the readers of this layer walk over serialized messages: zero copy,
// bounds checked by protozero's decoders, which throw on damage. Nothing but
// DecodeFile() catches that, so the loops in between stay free of checks.
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

// Field number and wire type as they stand on the wire.
constexpr uint32_t Varint(uint32_t number) { return number << 3; }

constexpr uint32_t Fixed64(uint32_t number) { return number << 3 | 1; }

constexpr uint32_t Len(uint32_t number) { return number << 3 | 2; }

constexpr uint32_t Fixed32(uint32_t number) { return number << 3 | 5; }

// A record has parts without number, of which each would take many times what
// it takes in the file.
struct TooManyParts : protozero::exception {
  const char* what() const noexcept override { return "too many parts"; }
};

// The fields of one message, one after the other. Lengths are 64-bit: a file
// may hold messages beyond the 4 GiB that protozero's own reader can count.
class WireCursor {
 public:
  explicit WireCursor(std::string_view message)
      : at_(message.data()), end_(at_ + message.size()), field_at_(at_) {}

  // Moves to the next field, whose value must then be taken or skipped.
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

  // Where the current field starts, its number included.
  const char* field_at() const { return field_at_; }

  // One past what was taken or skipped last.
  const char* at() const { return at_; }

  uint64_t Uint64() { return TakeVarint(at_, end_); }

  int64_t Int64() { return static_cast<int64_t>(Uint64()); }

  // As protobuf reads it: the low half of whatever is there.
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

  // The value as far as it goes, for looking into a file that is cut short.
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

// How many such fields there are in a message, up to where it is damaged.
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

// The value of the last field of that number that is bytes; a null view
// without one.
std::string_view LastValue(std::string_view message, uint32_t number);

// Whether a message ends with its last field. Nested ones are not looked at.
bool IsWhole(std::string_view message);

// How far the reading of a file has come: the place an error names, the part of
// a mapped file that need not stay in memory, and, with `allow_partial`, where
// the file was cut.
class Progress {
 public:
  explicit Progress(const Source& source)
      : bytes_(source.bytes),
        allow_partial_(source.limits.allow_partial),
        begin_(source.bytes.view().data()),
        end_(begin_ + source.bytes.view().size()),
        record_(begin_) {}

  // `record` is the first byte of the record that is read next.
  void Enter(const char* record) {
    record_ = record;
    bytes_.Forget(offset());
  }

  size_t offset() const { return static_cast<size_t>(record_ - begin_); }

  // The same in the whole file, of which the source may be a part.
  size_t offset_in_file() const { return offset() + bytes_.offset(); }

  // The value of a message that holds records. One that goes beyond the file
  // ends with it, if that is allowed.
  std::string_view Message(WireCursor& cursor);

  // The fields of such a message that end before the file does.
  std::string_view WholeFields(std::string_view message);

  // Runs `decode`, and ends it where the file is cut, if that is allowed.
  template <typename Decode>
  void UpToCut(Decode decode) {
    try {
      decode();
    } catch (const protozero::end_of_buffer_exception&) {
      if (!allow_partial_ || !IsCutOff()) throw;
      lost_ = record_;
    }
  }

  // Whether a message went beyond the file.
  bool is_cut() const { return missing_bytes_ > 0; }

  // Whether the file ends within the record that was entered last.
  bool IsCutOff() const;

  // What was lost of a file that is cut short, in words; empty if it is not.
  std::string Loss() const;

 private:
  const Bytes& bytes_;
  const bool allow_partial_;
  const char* begin_;
  const char* end_;
  const char* record_;
  uint64_t missing_bytes_ = 0;  // of the outermost message that was cut
  const char* lost_ = nullptr;  // the record that was cut
};

// What is wrong, in the words of an error message.
std::string_view DamageText(const protozero::exception& damage);

// Runs `decode(Progress&)`, which reads `source`, and turns damage that it
// meets into an error with the place in the file.
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
                    ? ", or read what is whole of it with --allow_partial"
                    : "");
  }
  if (const std::string loss = progress.Loss(); !loss.empty()) {
    diagnostics.WarnOnce("files cut short", source.path + ": " + loss);
  }
  return {};
}

}  // namespace tfprof
