// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

namespace tfprof {

// The inputs of a node, as written: "name:1", "^name". Each is a text, or a row
// of a table of texts.
class InputNames {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string_view*;
    using reference = std::string_view;

    Iterator(const InputNames& names, size_t at) : names_(&names), at_(at) {}

    std::string_view operator*() const { return (*names_)[at_]; }

    Iterator& operator++() {
      ++at_;
      return *this;
    }

    bool operator==(const Iterator&) const = default;

   private:
    const InputNames* names_;
    size_t at_;
  };

  InputNames() = default;

  template <typename Texts>
    requires std::convertible_to<Texts, std::span<const std::string_view>>
  InputNames(const Texts& texts)  // NOLINT(google-explicit-constructor)
      : texts_(texts), size_(texts_.size()) {}

  // Not copied. REQUIRES: each row is one of the table.
  InputNames(std::span<const std::string_view> table,
             std::span<const uint32_t> rows)
      : texts_(table), rows_(rows.data()), size_(rows.size()) {}

  size_t size() const { return size_; }

  bool empty() const { return size_ == 0; }

  std::string_view operator[](size_t i) const {
    return texts_[rows_ == nullptr ? i : rows_[i]];
  }

  Iterator begin() const { return Iterator(*this, 0); }

  Iterator end() const { return Iterator(*this, size_); }

 private:
  std::span<const std::string_view> texts_;
  const uint32_t* rows_ = nullptr;
  size_t size_ = 0;
};

}  // namespace tfprof
