// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Writes a varint of SQLite's file format, one to nine bytes. Returns the
// number of bytes.
size_t PutSqliteVarint(uint64_t value, char* to);

// A record of SQLite's file format (sqlite.org/fileformat2.html 2.1): the types
// of its values, then the values.
class RecordBytes {
 public:
  static constexpr size_t kMostColumns = 32;

  // Texts are written like Query::Bind does. REQUIRES: at most kMostColumns
  // values since Clear().
  void Put(std::string_view text);

  void Put(const char* text) { Put(std::string_view(text)); }

  void Put(const std::string& text) { Put(std::string_view(text)); }

  void Put(int64_t number);

  void Put(uint32_t number) { Put(int64_t{number}); }

  void Put(int32_t number) { Put(int64_t{number}); }

  void Put(bool yes) { Put(int64_t{yes}); }

  void Put(double number);

  void Put(std::nullopt_t);

  template <typename Value>
  void Put(const std::optional<Value>& value) {
    if (value) return Put(*value);
    Put(std::nullopt);
  }

  void Clear();

  // Valid until the next Put() or Clear().
  std::string_view Finish();

 private:
  static constexpr size_t kVarint = 9;  // the longest varint
  static constexpr size_t kHeader = (kMostColumns + 1) * kVarint;

  // Writes the first `bytes` of the eight big-endian bytes of a number.
  void PutBytes(uint64_t value, size_t bytes);
  void MakeRoom(size_t bytes);

  std::array<char, kHeader> types_;
  size_t types_size_ = 0;
  std::vector<char> bytes_ = std::vector<char>(1024);
  size_t size_ = kHeader;  // of bytes_: space for the header, then the values
};

}  // namespace tfprof
