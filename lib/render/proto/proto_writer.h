// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

#include "base/strings.h"

namespace tfprof {

// Appends the fields of a message to a string. Zeros and
// empty strings are left out, as in proto3.
class ProtoWriter {
 public:
  explicit ProtoWriter(std::string& out) : pbf_(out) {}

  void Int(uint32_t field, int64_t value) {
    if (value != 0) pbf_.add_int64(field, value);
  }

  void Uint(uint32_t field, uint64_t value) {
    if (value != 0) pbf_.add_uint64(field, value);
  }

  void Bool(uint32_t field, bool value) {
    if (value) pbf_.add_bool(field, true);
  }

  void Text(uint32_t field, std::string_view text) {
    if (!text.empty()) TextItem(field, text);
  }

  // Appends an item of a repeated field, even if empty. Invalid UTF-8, which
  // could not be loaded, is written as \xNN.
  void TextItem(uint32_t field, std::string_view text) {
    IsUtf8(text) ? Bytes(field, text) : Bytes(field, EscapedUtf8(text));
  }

  // Appends a message or repeated item, even if empty.
  void Bytes(uint32_t field, std::string_view bytes) {
    pbf_.add_bytes(field, bytes.data(), bytes.size());
  }

  void Packed(uint32_t field, std::span<const int64_t> values) {
    pbf_.add_packed_int64(field, values.begin(), values.end());
  }

  void Packed(uint32_t field, std::span<const double> values) {
    pbf_.add_packed_double(field, values.begin(), values.end());
  }

 private:
  protozero::pbf_writer pbf_;
};

// Appends the tag and length of a message of `size` bytes.
inline void AppendHeader(std::string& out, uint32_t field, uint64_t size) {
  constexpr uint32_t kLengthDelimited = 2;
  protozero::write_varint(std::back_inserter(out),
                          uint64_t{field} << 3 | kLengthDelimited);
  protozero::write_varint(std::back_inserter(out), size);
}

// Appends a map entry with a message; `key`: its encoded key field.
inline void AppendMapEntry(std::string& out, uint32_t field, std::string key,
                           std::string_view message) {
  AppendHeader(key, 2, message.size());
  AppendHeader(out, field, key.size() + message.size());
  out += key;
  out += message;
}

inline void AppendMapEntry(std::string& out, uint32_t field, int64_t key,
                           std::string_view message) {
  std::string key_field;
  ProtoWriter(key_field).Int(1, key);
  AppendMapEntry(out, field, std::move(key_field), message);
}

// Appends an entry of a map from number to number.
inline void AppendMapEntry(std::string& out, uint32_t field, int64_t key,
                           int64_t value) {
  std::string entry;
  ProtoWriter writer(entry);
  writer.Int(1, key);
  writer.Int(2, value);
  ProtoWriter(out).Bytes(field, entry);
}

}  // namespace tfprof
