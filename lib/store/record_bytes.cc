// SPDX-License-Identifier: Apache-2.0
#include "store/record_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "store/database.h"

namespace tfprof {

namespace {

// Serial types of SQLite's record format.
constexpr uint64_t kNull = 0;
constexpr uint64_t kReal = 7;
constexpr uint64_t kZero = 8;
constexpr uint64_t kText = 13;

// Serial types of whole numbers, and their sizes.
struct WholeType {
  uint64_t type;
  size_t bytes;
};

WholeType TypeOf(int64_t number) {
  const auto magnitude = static_cast<uint64_t>(number < 0 ? ~number : number);
  const auto bits = static_cast<size_t>(std::bit_width(magnitude)) + 1;
  if (bits <= 32) return {(bits + 7) / 8, (bits + 7) / 8};
  return bits <= 48 ? WholeType{5, 6} : WholeType{6, 8};
}

}  // namespace

size_t PutSqliteVarint(uint64_t value, char* to) {
  constexpr int kBytes = 9;  // the ninth byte has eight bits, the others seven
  if (value < 0x80) {
    *to = static_cast<char>(value);
    return 1;
  }
  if (value >> 56 != 0) {
    to[kBytes - 1] = static_cast<char>(value);
    value >>= 8;
    for (int at = kBytes - 1; at-- > 0; value >>= 7) {
      to[at] = static_cast<char>((value & 0x7f) | 0x80);
    }
    return kBytes;
  }
  const auto size = static_cast<size_t>((std::bit_width(value) + 6) / 7);
  for (size_t at = size; at-- > 0; value >>= 7) {
    to[at] = static_cast<char>((value & 0x7f) | 0x80);
  }
  to[size - 1] = static_cast<char>(to[size - 1] & 0x7f);
  return size;
}

void RecordBytes::MakeRoom(size_t bytes) {
  if (bytes_.size() - size_ >= bytes) return;
  bytes_.resize(std::max(bytes_.size() * 2, size_ + bytes));
}

void RecordBytes::PutBytes(uint64_t value, size_t bytes) {
  MakeRoom(sizeof(value));
  if constexpr (std::endian::native == std::endian::little) {
    value = __builtin_bswap64(value);
  }
  std::memcpy(bytes_.data() + size_, &value, sizeof(value));
  size_ += bytes;
}

void RecordBytes::Put(std::string_view text) {
  const std::string readable = IsReadable(text) ? "" : ReadableText(text);
  if (!readable.empty()) text = readable;
  MakeRoom(text.size());
  std::ranges::copy(text, bytes_.begin() + static_cast<ptrdiff_t>(size_));
  size_ += text.size();
  types_size_ +=
      PutSqliteVarint(kText + 2 * text.size(), types_.data() + types_size_);
}

void RecordBytes::Put(int64_t number) {
  if (number == 0 || number == 1) {
    types_[types_size_++] = static_cast<char>(kZero + (number == 0 ? 0 : 1));
    return;
  }
  const WholeType whole = TypeOf(number);
  types_[types_size_++] = static_cast<char>(whole.type);
  PutBytes(static_cast<uint64_t>(number) << (64 - 8 * whole.bytes),
           whole.bytes);
}

void RecordBytes::Put(double number) {
  if (std::isnan(number)) return Put(std::nullopt);  // as SQLite does
  types_[types_size_++] = static_cast<char>(kReal);
  PutBytes(std::bit_cast<uint64_t>(number), sizeof(number));
}

void RecordBytes::Put(std::nullopt_t) {
  types_[types_size_++] = static_cast<char>(kNull);
}

void RecordBytes::Clear() {
  types_size_ = 0;
  size_ = kHeader;
}

std::string_view RecordBytes::Finish() {
  // The header's size includes the size field.
  const size_t own = types_size_ + 1 < 0x80 ? 1 : 2;
  const size_t begin = kHeader - types_size_ - own;
  PutSqliteVarint(types_size_ + own, bytes_.data() + begin);
  std::memcpy(bytes_.data() + begin + own, types_.data(), types_size_);
  return {bytes_.data() + begin, size_ - begin};
}

}  // namespace tfprof
