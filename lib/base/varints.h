// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/chunked_vector.h"

namespace tfprof {

// A list of varints: small numbers take a byte. Differences of sorted numbers
// keep millions of them in little memory.
class Varints {
 public:
  void Push(uint64_t value) {
    constexpr size_t kMostBytes = 10;
    if (uint8_t* const begin = bytes_.Room(kMostBytes)) {
      uint8_t* at = begin;
      for (; value > 127; value >>= 7) {
        *at++ = static_cast<uint8_t>(value | 128);
      }
      *at++ = static_cast<uint8_t>(value);
      bytes_.Took(static_cast<size_t>(at - begin));
      return;
    }
    for (; value > 127; value >>= 7) {
      bytes_.Push(static_cast<uint8_t>(value | 128));
    }
    bytes_.Push(static_cast<uint8_t>(value));
  }

  // Pushes the step from `from` to `to`; short ones take a byte, up or down.
  void PushStep(uint64_t from, uint64_t to) {
    const uint64_t step = to - from;
    Push((step << 1) ^ (uint64_t{0} - (step >> 63)));
  }

  void PushSignedStep(int64_t from, int64_t to) {
    PushStep(static_cast<uint64_t>(from), static_cast<uint64_t>(to));
  }

  // Puts the bytes of `other` behind these, whatever they count from.
  void Append(Varints other) { bytes_.Append(std::move(other.bytes_)); }

  // The position of the next number.
  size_t bytes() const { return bytes_.size(); }

  // Takes numbers in the order in which they were pushed.
  class Reader {
   public:
    explicit Reader(const Varints& numbers, size_t at = 0)
        : bytes_(numbers.bytes_), at_(at) {}

    size_t at() const { return at_ - next_.size(); }

    uint64_t Take() {
      uint64_t value = 0;
      for (int shift = 0;; shift += 7) {
        if (next_.empty()) Advance();
        const uint8_t byte = next_.front();
        next_ = next_.subspan(1);
        value |= uint64_t{byte & 127u} << shift;
        if (byte < 128) return value;
      }
    }

    // The second argument of PushStep(), given its first.
    uint64_t TakeStep(uint64_t from) {
      const uint64_t step = Take();
      return from + ((step >> 1) ^ (uint64_t{0} - (step & 1)));
    }

    int64_t TakeSignedStep(int64_t from) {
      return static_cast<int64_t>(TakeStep(static_cast<uint64_t>(from)));
    }

   private:
    void Advance() {
      next_ = bytes_.From(at_);
      at_ += next_.size();
    }

    const ChunkedVector<uint8_t>& bytes_;
    std::span<const uint8_t> next_;  // in a row
    size_t at_;                      // behind them
  };

 private:
  ChunkedVector<uint8_t> bytes_;
};

}  // namespace tfprof
