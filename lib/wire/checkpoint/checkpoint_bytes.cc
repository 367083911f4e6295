// SPDX-License-Identifier: Apache-2.0
// Decodes values from the bytes of data files.
#include <array>
#include <bit>
#include <limits>

#include <protozero/varint.hpp>

#include "base/crc32c.h"
#include "wire/checkpoint/checkpoint_parts.h"

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

// A tensor of strings: the lengths as varints, a checksum of the lengths, and
// the concatenated strings.
std::optional<CheckedValues> StringsFromBytes(std::string_view bytes,
                                              uint64_t count) {
  if (count > bytes.size()) return std::nullopt;
  std::vector<uint64_t> lengths;
  lengths.reserve(count);
  Crc32c checksum;
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
  return dtype == kFloatType || dtype == kDoubleType || dtype == kInt32Type ||
         dtype == kStringType || dtype == kInt64Type;
}

std::optional<CheckpointValues> NumbersFromBytes(int dtype,
                                                 std::string_view bytes,
                                                 uint64_t count) {
  switch (dtype) {
    case kFloatType:
      return LoadNumbers<float, double>(bytes, count);
    case kDoubleType:
      return LoadNumbers<double, double>(bytes, count);
    case kInt32Type:
      return LoadNumbers<int32_t, int64_t>(bytes, count);
    case kInt64Type:
      return LoadNumbers<int64_t, int64_t>(bytes, count);
    default:
      return std::nullopt;
  }
}

std::optional<CheckedValues> ValuesFromBytes(int dtype, std::string_view bytes,
                                             uint64_t count) {
  if (dtype == kStringType) {
    try {
      return StringsFromBytes(bytes, count);
    } catch (const protozero::exception&) {
      return std::nullopt;  // the lengths run past the end
    }
  }
  std::optional<CheckpointValues> values =
      NumbersFromBytes(dtype, bytes, count);
  if (!values.has_value()) return std::nullopt;
  Crc32c checksum;
  checksum.Add(bytes);
  return CheckedValues{*std::move(values), checksum.masked()};
}

}  // namespace tfprof::checkpoint
