// SPDX-License-Identifier: Apache-2.0
// Values from the bytes of data files.
#include <array>
#include <bit>
#include <limits>

#include <protozero/varint.hpp>

#include "wire/checkpoint_parts.h"

namespace tfprof::checkpoint {

namespace {

template <typename T>
T LoadLittle(const char* at) {
  uint64_t bits = 0;
  for (size_t i = sizeof(T); i-- > 0;) {
    bits = bits << 8 | static_cast<unsigned char>(at[i]);
  }
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(static_cast<uint32_t>(bits));
  } else {
    return std::bit_cast<T>(bits);
  }
}

template <typename Stored, typename Value>
std::optional<CheckpointValues> LoadNumbers(std::string_view bytes,
                                            uint64_t count) {
  if (bytes.size() % sizeof(Stored) != 0 ||
      bytes.size() / sizeof(Stored) != count) {
    return std::nullopt;
  }
  std::vector<Value> values;
  values.reserve(count);
  for (size_t at = 0; at < bytes.size(); at += sizeof(Stored)) {
    values.push_back(LoadLittle<Stored>(bytes.data() + at));
  }
  return values;
}

constexpr std::array<uint32_t, 256> MakeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < table.size(); ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78u : 0);
    }
    table[i] = crc;
  }
  return table;
}

// CRC-32C, turned and shifted as the files have it so that a checksum of data
// with checksums in it works.
class Checksum {
 public:
  void Add(std::string_view bytes) {
    static constexpr std::array<uint32_t, 256> kTable = MakeCrcTable();
    for (const char byte : bytes) {
      crc_ =
          crc_ >> 8 ^ kTable[(crc_ ^ static_cast<unsigned char>(byte)) & 255];
    }
  }

  void AddLittle(uint64_t value, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      const char byte = static_cast<char>(value >> (8 * i));
      Add({&byte, 1});
    }
  }

  uint32_t masked() const {
    const uint32_t crc = ~crc_;
    return (crc >> 15 | crc << 17) + 0xa282ead8u;
  }

 private:
  uint32_t crc_ = ~uint32_t{0};
};

// A tensor of strings: the lengths as varints, a checksum of the lengths, and
// the strings one after the other.
std::optional<CheckedValues> StringsFromBytes(std::string_view bytes,
                                              uint64_t count) {
  if (count > bytes.size()) return std::nullopt;
  std::vector<uint64_t> lengths;
  lengths.reserve(count);
  Checksum checksum;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t length = protozero::decode_varint(&at, end);
    const bool is_long = length > std::numeric_limits<uint32_t>::max();
    checksum.AddLittle(length, is_long ? 8 : 4);
    lengths.push_back(length);
  }
  std::string_view rest(at, static_cast<size_t>(end - at));
  if (rest.size() < 4) return std::nullopt;
  checksum.Add(rest);
  rest.remove_prefix(4);
  std::vector<std::string> strings;
  strings.reserve(count);
  for (const uint64_t length : lengths) {
    if (length > rest.size()) return std::nullopt;
    strings.emplace_back(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  if (!rest.empty()) return std::nullopt;
  return CheckedValues{std::move(strings), checksum.masked()};
}

}  // namespace

bool HasReadableValues(int dtype) {
  return dtype == kFloat || dtype == kDouble || dtype == kInt32 ||
         dtype == kString || dtype == kInt64;
}

std::optional<CheckpointValues> NumbersFromBytes(int dtype,
                                                 std::string_view bytes,
                                                 uint64_t count) {
  switch (dtype) {
    case kFloat:
      return LoadNumbers<float, double>(bytes, count);
    case kDouble:
      return LoadNumbers<double, double>(bytes, count);
    case kInt32:
      return LoadNumbers<int32_t, int64_t>(bytes, count);
    case kInt64:
      return LoadNumbers<int64_t, int64_t>(bytes, count);
    default:
      return std::nullopt;
  }
}

std::optional<CheckedValues> ValuesFromBytes(int dtype, std::string_view bytes,
                                             uint64_t count) {
  if (dtype == kString) {
    try {
      return StringsFromBytes(bytes, count);
    } catch (const protozero::exception&) {
      return std::nullopt;  // the lengths run past the end
    }
  }
  std::optional<CheckpointValues> values =
      NumbersFromBytes(dtype, bytes, count);
  if (!values.has_value()) return std::nullopt;
  Checksum checksum;
  checksum.Add(bytes);
  return CheckedValues{*std::move(values), checksum.masked()};
}

}  // namespace tfprof::checkpoint
