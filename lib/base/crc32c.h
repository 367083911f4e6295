// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// CRC-32C, turned and shifted as TensorFlow's files have it, so that a checksum
// of data with checksums in it works.
class Crc32c {
 public:
  void Add(std::string_view bytes);

  // The low `size` bytes of a number, the least first.
  void AddLittle(uint64_t value, size_t size);

  uint32_t masked() const {
    const uint32_t crc = ~crc_;
    return (crc >> 15 | crc << 17) + 0xa282ead8U;
  }

 private:
  uint32_t crc_ = ~uint32_t{0};
};

}  // namespace tfprof
