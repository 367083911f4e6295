// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

namespace tfprof {

// The name that identifies a row across runs. Thousands of rows may share a
// long beginning, which is held once; what is said of a long name is both its
// ends and a hash of all of it.
class RowText {
 public:
  RowText() = default;

  RowText(std::string text)  // NOLINT(google-explicit-constructor)
      : text_(std::move(text)) {}

  RowText(const char* text)  // NOLINT(google-explicit-constructor)
      : text_(std::string(text)) {}

  // The first `size` bytes of `all`. REQUIRES: they are more than kMost, and
  // `hash` is of all of them.
  RowText(std::shared_ptr<const std::string> all, size_t size, uint64_t hash)
      : text_(Long{std::move(all), size, hash, 0}) {
    std::get<Long>(text_).hash_of_text = std::hash<std::string>()(str());
  }

  static constexpr size_t kMost = 1100;  // bytes that are said in full

  // The text of a long name.
  static std::string Ends(const std::string& shortened, uint64_t hash) {
    return fmt::format("{} #{:016x}", shortened, hash);
  }

  bool IsLong() const { return std::holds_alternative<Long>(text_); }

  bool empty() const { return !IsLong() && std::get<0>(text_).empty(); }

  std::string str() const {
    if (!IsLong()) return std::get<0>(text_);
    const Long& text = std::get<Long>(text_);
    return Ends(Shortened(text.view()), text.hash);
  }

  // The first kBeginning bytes of str(), or all.
  std::string_view Beginning() const {
    return std::string_view(IsLong() ? *std::get<Long>(text_).all
                                     : std::get<0>(text_))
        .substr(0, kBeginning);
  }

  static constexpr size_t kBeginning = 400;  // long names are cut behind them

  // The last kBeginning bytes of str(), or all; of a long name the kHashDigits
  // last ones, which are put into `made`.
  std::string_view Ending(std::string& made) const {
    if (IsLong()) {
      made = fmt::format("{:016x}", std::get<Long>(text_).hash);
      return made;
    }
    const std::string_view text = std::get<0>(text_);
    return text.substr(text.size() - std::min(text.size(), kBeginning));
  }

  static constexpr size_t kHashDigits = 16;

  // That of str().
  size_t Hash() const {
    return IsLong() ? std::get<Long>(text_).hash_of_text
                    : std::hash<std::string>()(std::get<0>(text_));
  }

  friend bool operator==(const RowText& a, const RowText& b) {
    if (a.IsLong() && b.IsLong()) {
      return std::get<Long>(a.text_).IsSaidAs(std::get<Long>(b.text_));
    }
    if (a.IsLong() || b.IsLong()) return a.str() == b.str();
    return std::get<0>(a.text_) == std::get<0>(b.text_);
  }

 private:
  struct Long {
    std::shared_ptr<const std::string> all;
    size_t size = 0;
    uint64_t hash = 0;
    size_t hash_of_text = 0;  // of what is said

    std::string_view view() const {
      return std::string_view(*all).substr(0, size);
    }

    bool IsSaidAs(const Long& other) const {
      constexpr size_t kEnd = kMost / 2;  // which is more than is said
      return hash == other.hash && hash_of_text == other.hash_of_text &&
             view().substr(0, kEnd) == other.view().substr(0, kEnd) &&
             view().substr(size - kEnd) ==
                 other.view().substr(other.size - kEnd);
    }
  };

  std::variant<std::string, Long> text_;
};

}  // namespace tfprof
