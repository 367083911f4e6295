// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// CRC-32C, masked (rotated, plus a constant) as in TensorFlow's files, where
// checksummed data may itself hold checksums.
class Crc32c {
 public:
  void Add(std::string_view bytes);

  // Adds the low `size` bytes of a number, little-endian.
  void AddLittle(uint64_t value, size_t size);

  uint32_t masked() const {
    const uint32_t crc = ~crc_;
    return (crc >> 15 | crc << 17) + 0xa282ead8U;
  }

 private:
  uint32_t crc_ = ~uint32_t{0};
};

}  // namespace tfprof
