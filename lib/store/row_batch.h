// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Rows to insert into a table: consecutive cells, and the bytes of their texts.
class RowBatch {
 public:
  struct Cell {
    enum class Kind : uint8_t { kNull, kWhole, kReal, kText };

    Kind kind = Kind::kNull;
    uint32_t size = 0;  // of a text

    union {
      int64_t whole = 0;
      double real;
      size_t offset;  // of a text
    };
  };

  // Texts are written like Query::Bind does.
  void Put(std::string_view text);

  void Put(const char* text) { Put(std::string_view(text)); }

  void Put(const std::string& text) { Put(std::string_view(text)); }

  void Put(int64_t number);

  void Put(uint32_t number) { Put(int64_t{number}); }

  void Put(int32_t number) { Put(int64_t{number}); }

  void Put(bool yes) { Put(int64_t{yes}); }

  void Put(double number);

  void Put(std::nullopt_t) { cells_.emplace_back(); }

  template <typename Value>
  void Put(const std::optional<Value>& value) {
    if (value) return Put(*value);
    Put(std::nullopt);
  }

  void Clear();

  size_t cells() const { return cells_.size(); }

  const Cell& cell(size_t at) const { return cells_[at]; }

  const char* TextOf(const Cell& cell) const {
    return texts_.data() + cell.offset;
  }

 private:
  std::vector<Cell> cells_;
  std::string texts_;
};

}  // namespace tfprof
