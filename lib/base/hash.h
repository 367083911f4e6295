// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tfprof {

// Hashes integer keys for maps. std::hash is the identity, so a table indexed
// by low bits would let keys collide that differ only in high bits, such as
// pairs packed into one number.
struct IntHash {
  size_t operator()(uint64_t key) const {
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
    key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
    return key ^ (key >> 31);
  }
};

// Hashes texts for tables in memory: 16 bytes at a time, in a third of the time
// of std::hash.
struct TextHash {
  using is_transparent = void;

  size_t operator()(std::string_view text) const {
    const char* at = text.data();
    size_t left = text.size();
    uint64_t hash = kFirst;
    if (left > 64) {
      // Two lanes with prefetching: long texts, as in op logs, are read in
      // sequence and are not in the cache.
      uint64_t other = ~kFirst;
      for (; left > 32; left -= 32, at += 32) {
        __builtin_prefetch(at + 2048);
        hash = MixAt(at, hash);
        other = MixAt(at + 16, other);
      }
      hash ^= other * kFirst;
    }
    for (; left > 16; left -= 16, at += 16) hash = MixAt(at, hash);
    // The last block may overlap the previous one.
    uint64_t head = 0, tail = 0;
    if (left >= 8) {
      head = Load<uint64_t>(at);
      tail = Load<uint64_t>(at + left - 8);
    } else if (left >= 4) {
      head = Load<uint32_t>(at);
      tail = Load<uint32_t>(at + left - 4);
    } else if (left > 0) {
      head = uint64_t{Load<uint8_t>(at)} << 8 | Load<uint8_t>(at + left / 2);
      tail = Load<uint8_t>(at + left - 1);
    }
    return Mix(Mix(head ^ kSecond, tail ^ hash) ^ text.size(), kFirst);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr uint64_t kFirst = 0x9E3779B97F4A7C15u;
  static constexpr uint64_t kSecond = 0xD6E8FEB86659FD93u;

  static uint64_t MixAt(const char* at, uint64_t hash) {
    return Mix(Load<uint64_t>(at) ^ kSecond, Load<uint64_t>(at + 8) ^ hash);
  }

  template <typename Word>
  static Word Load(const char* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
  }

  static uint64_t Mix(uint64_t a, uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<uint64_t>(product) ^
           static_cast<uint64_t>(product >> 64);
  }
};

// FNV-1a: equal on every machine, for hashes stored in files.
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
