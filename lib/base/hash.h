// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tfprof {

// For maps with integer keys. std::hash is the number itself, so a table that
// indexes by its low bits lets keys collide that differ only in high ones, such
// as pairs packed into one number.
struct IntHash {
  size_t operator()(uint64_t key) const {
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
    key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
    return key ^ (key >> 31);
  }
};

// FNV-1a: the same on every machine, for what is kept in files.
class StoredHash {
 public:
  void Add(std::string_view text) {
    for (const char byte : text) AddByte(static_cast<unsigned char>(byte));
  }

  void Add(int64_t number) {
    for (int i = 0; i < 64; i += 8) {
      AddByte((static_cast<uint64_t>(number) >> i) & 255);
    }
  }

  uint64_t value() const { return value_; }

 private:
  void AddByte(uint64_t byte) { value_ = (value_ ^ byte) * 1099511628211u; }

  uint64_t value_ = 14695981039346656037u;
};

}  // namespace tfprof
