// SPDX-License-Identifier: Apache-2.0
// The texts in cells of a table, of 16 bytes each, since there may be millions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tfprof {

// A text that does not change; a short one lies in the cell itself.
class OwnedText {
 public:
  OwnedText(std::string_view text) {  // NOLINT(google-explicit-constructor)
    char* to = bytes_.data();
    if (text.size() <= kMostInside) {
      bytes_[kMostInside] = static_cast<char>(text.size());
    } else {
      to = new char[text.size()];
      const uint64_t size = text.size();
      std::memcpy(bytes_.data(), &to, sizeof(to));
      std::memcpy(bytes_.data() + sizeof(to), &size, sizeof(size) - 1);
      bytes_[kMostInside] = kOutside;
    }
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
  }

  OwnedText(const std::string& text)  // NOLINT(google-explicit-constructor)
      : OwnedText(std::string_view(text)) {}

  OwnedText(const char* text)  // NOLINT(google-explicit-constructor)
      : OwnedText(std::string_view(text)) {}

  OwnedText(const OwnedText& other) : OwnedText(other.view()) {}

  OwnedText(OwnedText&& other) noexcept : bytes_(other.bytes_) {
    other.bytes_[kMostInside] = 0;
  }

  OwnedText& operator=(OwnedText other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  ~OwnedText() {
    if (IsOutside()) delete[] Outside();
  }

  std::string_view view() const {
    if (!IsOutside()) {
      return {bytes_.data(), static_cast<size_t>(bytes_[kMostInside])};
    }
    uint64_t size = 0;  // the last byte of which is 0 for all there are
    std::memcpy(&size, bytes_.data() + sizeof(char*), sizeof(size) - 1);
    return {Outside(), size};
  }

  friend bool operator==(const OwnedText& a, const OwnedText& b) {
    return a.view() == b.view();
  }

 private:
  static constexpr size_t kMostInside = 15;
  static constexpr char kOutside = 16;

  bool IsOutside() const { return bytes_[kMostInside] == kOutside; }

  char* Outside() const {
    char* text = nullptr;
    std::memcpy(&text, bytes_.data(), sizeof(text));
    return text;
  }

  // The text and its size, or an address, a size and kOutside.
  std::array<char, kMostInside + 1> bytes_;
};

// Text in pieces that the profile or other source of a report owns, so that
// names which many rows share are not copied.
class BorrowedText {
 public:
  BorrowedText(std::initializer_list<std::string_view> pieces)
      : BorrowedText(std::span(pieces.begin(), pieces.size())) {}

  explicit BorrowedText(std::span<const std::string_view> pieces)
      : pieces_(std::make_unique<std::string_view[]>(pieces.size())),
        count_(pieces.size()) {
    for (size_t i = 0; i < count_; ++i) pieces_[i] = pieces[i];
  }

  BorrowedText(const BorrowedText& other) : BorrowedText(other.pieces()) {}

  BorrowedText(BorrowedText&& other) noexcept
      : pieces_(std::move(other.pieces_)),
        count_(std::exchange(other.count_, 0)) {}

  BorrowedText& operator=(BorrowedText other) noexcept {
    std::swap(pieces_, other.pieces_);
    std::swap(count_, other.count_);
    return *this;
  }

  ~BorrowedText() = default;

  std::span<const std::string_view> pieces() const {
    return {pieces_.get(), count_};
  }

  std::string str() const;

  friend bool operator==(const BorrowedText& a, const BorrowedText& b) {
    return a.str() == b.str();
  }

 private:
  std::unique_ptr<std::string_view[]> pieces_;
  size_t count_;
};

}  // namespace tfprof
