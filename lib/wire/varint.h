// SPDX-License-Identifier: Apache-2.0
// Varints, for readers that decode hundreds of millions of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <protozero/varint.hpp>

namespace tfprof {

// Joins the low seven bits of eight bytes.
inline uint64_t JoinSevens(uint64_t bytes) {
  bytes &= 0x7f7f7f7f7f7f7f7fU;
  bytes = (bytes & 0x007f007f007f007fU) | (bytes & 0x7f007f007f007f00U) >> 1;
  bytes = (bytes & 0x00003fff00003fffU) | (bytes & 0x3fff00003fff0000U) >> 2;
  return (bytes & 0x000000000fffffffU) | (bytes & 0x0fffffff00000000U) >> 4;
}

// Decodes a varint of more than one byte; see TakeVarint().
[[gnu::noinline]] inline uint64_t TakeLongVarint(const char*& at,
                                                 const char* end) {
  constexpr bool kIsLittle = std::endian::native == std::endian::little;
  if (kIsLittle && end - at >= protozero::max_varint_length) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof(bytes));
    // The first byte without the continuation bit is the last.
    const uint64_t lasts = ~bytes & 0x8080808080808080U;
    if (lasts != 0) {
      at += (std::countr_zero(lasts) + 1) / 8;
      return JoinSevens(bytes & (lasts ^ (lasts - 1)));
    }
    const auto ninth = static_cast<uint8_t>(at[8]);
    const auto tenth = static_cast<uint8_t>(at[9]);
    const uint64_t low = JoinSevens(bytes) | uint64_t{ninth & 127u} << 56;
    if (ninth < 128) {
      at += 9;
      return low;
    }
    if (tenth < 128) {
      at += 10;
      return low | uint64_t{tenth} << 63;
    }
  }
  return protozero::decode_varint(&at, end);
}

// Decodes a varint and moves `at` behind it. Throws the same exceptions as
// protozero::decode_varint(), which reads byte by byte.
inline uint64_t TakeVarint(const char*& at, const char* end) {
  if (at != end && static_cast<signed char>(*at) >= 0) {
    return static_cast<uint64_t>(*at++);
  }
  return TakeLongVarint(at, end);
}

}  // namespace tfprof
