// SPDX-License-Identifier: Apache-2.0
#include "base/crc32c.h"

#include <array>

namespace tfprof {

namespace {

constexpr std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < table.size(); ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78U : 0);
    }
    table[i] = crc;
  }
  return table;
}

}  // namespace

void Crc32c::Add(std::string_view bytes) {
  static constexpr std::array<uint32_t, 256> kTable = MakeTable();
  for (const char byte : bytes) {
    crc_ = crc_ >> 8 ^ kTable[(crc_ ^ static_cast<unsigned char>(byte)) & 255];
  }
}

void Crc32c::AddLittle(uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const char byte = static_cast<char>(value >> (8 * i));
    Add({&byte, 1});
  }
}

}  // namespace tfprof
