// SPDX-License-Identifier: Apache-2.0
// Texts in cells of a table, 16 bytes each, since a table may have millions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tfprof {

// An immutable text. A short text is stored inline, and copies of a very long
// text share one allocation.
class OwnedText {
 public:
  OwnedText(std::string_view text) {  // NOLINT(google-explicit-constructor)
    char* to = bytes_.data();
    if (text.size() <= kMostInside) {
      bytes_[kMostInside] = static_cast<char>(text.size());
    } else {
      to = text.size() < kFewestShared ? new char[text.size()]
                                       : NewShared(text.size());
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

  OwnedText(const OwnedText& other)
      : OwnedText(other.IsShared() ? std::string_view() : other.view()) {
    if (!other.IsShared()) return;
    bytes_ = other.bytes_;
    Count().fetch_add(1, std::memory_order_relaxed);
  }

  OwnedText(OwnedText&& other) noexcept : bytes_(other.bytes_) {
    other.bytes_[kMostInside] = 0;
  }

  OwnedText& operator=(OwnedText other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  ~OwnedText() {
    if (IsShared()) {
      if (Count().fetch_sub(1, std::memory_order_acq_rel) > 1) return;
      delete[] (Outside() - sizeof(Owners));
    } else if (IsOutside()) {
      delete[] Outside();
    }
  }

  static constexpr size_t kFewestShared = 200;  // bytes

  std::string_view view() const {
    if (!IsOutside()) {
      return {bytes_.data(), static_cast<size_t>(bytes_[kMostInside])};
    }
    uint64_t size = 0;  // of which the top byte is never used
    std::memcpy(&size, bytes_.data() + sizeof(char*), sizeof(size) - 1);
    return {Outside(), size};
  }

  friend bool operator==(const OwnedText& a, const OwnedText& b) {
    return a.view() == b.view();
  }

 private:
  using Owners = std::atomic<size_t>;  // before a shared text

  static constexpr size_t kMostInside = 15;
  static constexpr char kOutside = 16;

  static char* NewShared(size_t bytes) {
    char* const block = new char[sizeof(Owners) + bytes];
    new (block) Owners(1);
    return block + sizeof(Owners);
  }

  bool IsShared() const {
    return IsOutside() && view().size() >= kFewestShared;
  }

  Owners& Count() const {
    return *std::launder(
        reinterpret_cast<Owners*>(Outside() - sizeof(Owners)));
  }

  bool IsOutside() const { return bytes_[kMostInside] == kOutside; }

  char* Outside() const {
    char* text = nullptr;
    std::memcpy(&text, bytes_.data(), sizeof(text));
    return text;
  }

  // Either the text and its size, or an address, a size and kOutside.
  std::array<char, kMostInside + 1> bytes_;
};

// Makes texts for cells, many of which come from the same address, such as a
// name in a pool: a very long text is stored once.
class LongTexts {
 public:
  OwnedText Of(std::string_view text) {
    if (text.size() < OwnedText::kFewestShared) return OwnedText(text);
    return known_.try_emplace({text.data(), text.size()}, text).first->second;
  }

 private:
  std::map<std::pair<const char*, size_t>, OwnedText> known_;
};

// Text in pieces that the profile or another source of a report owns, so names
// shared by many rows are not copied.
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

  bool empty() const {
    return std::ranges::all_of(
        pieces(), [](std::string_view piece) { return piece.empty(); });
  }

  friend bool operator==(const BorrowedText& a, const BorrowedText& b) {
    return a.str() == b.str();
  }

 private:
  std::unique_ptr<std::string_view[]> pieces_;
  size_t count_;
};

}  // namespace tfprof
