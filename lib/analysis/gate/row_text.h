// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/strings.h"
#include "report/cell_text.h"

namespace tfprof {

// The name that identifies a row across runs. Thousands of rows may share a
// long beginning, which is held once; what is said of a long name is both its
// ends and a hash of all of it.
class RowText {
 public:
  RowText() = default;

  RowText(std::string_view text)  // NOLINT(google-explicit-constructor)
      : text_(OwnedText(text)) {}

  RowText(const std::string& text)  // NOLINT(google-explicit-constructor)
      : RowText(std::string_view(text)) {}

  RowText(const char* text)  // NOLINT(google-explicit-constructor)
      : RowText(std::string_view(text)) {}

  // The first `size` bytes of `all`. REQUIRES: they are more than kMost, and
  // `hash` is of all of them.
  RowText(std::shared_ptr<const std::string> all, size_t size, uint64_t hash)
      : text_(std::make_shared<const Long>(std::move(all), size, hash)) {}

  static constexpr size_t kMost = 1100;  // bytes that are said in full

  // The text of a long name.
  static std::string Ends(const std::string& shortened, uint64_t hash) {
    return fmt::format("{} #{:016x}", shortened, hash);
  }

  bool IsLong() const { return std::holds_alternative<LongText>(text_); }

  bool empty() const { return !IsLong() && InFull().empty(); }

  std::string str() const {
    return IsLong() ? InLong().str() : std::string(InFull());
  }

  // That of str().
  size_t Hash() const {
    return IsLong() ? InLong().hash_of_text : HashOf(InFull());
  }

  friend bool operator==(const RowText& a, const RowText& b) {
    if (a.IsLong() && b.IsLong()) return a.InLong().IsSaidAs(b.InLong());
    if (a.IsLong() || b.IsLong()) return a.str() == b.str();
    return a.InFull() == b.InFull();
  }

 private:
  static size_t HashOf(std::string_view text) {
    return std::hash<std::string_view>()(text);
  }

  struct Long {
    Long(std::shared_ptr<const std::string> text, size_t bytes, uint64_t of_all)
        : all(std::move(text)),
          size(bytes),
          hash(of_all),
          hash_of_text(HashOf(str())) {}

    std::shared_ptr<const std::string> all;
    size_t size = 0;
    uint64_t hash = 0;
    size_t hash_of_text = 0;  // of what is said

    std::string_view view() const {
      return std::string_view(*all).substr(0, size);
    }

    std::string str() const { return Ends(Shortened(view()), hash); }

    bool IsSaidAs(const Long& other) const {
      constexpr size_t kEnd = kMost / 2;  // which is more than is said
      return hash == other.hash && hash_of_text == other.hash_of_text &&
             view().substr(0, kEnd) == other.view().substr(0, kEnd) &&
             view().substr(size - kEnd) ==
                 other.view().substr(other.size - kEnd);
    }
  };

  using LongText = std::shared_ptr<const Long>;

  std::string_view InFull() const { return std::get<OwnedText>(text_).view(); }

  const Long& InLong() const { return *std::get<LongText>(text_); }

  std::variant<OwnedText, LongText> text_ = OwnedText("");
};

}  // namespace tfprof
