// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace re2 {
class RE2;
}

namespace tfprof {

// A list of RE2 patterns, compiled once. Every match is a match of the whole
// string; the list matches when one of its members does.
class RegexSet {
 public:
  RegexSet() = default;

  // How a list of only ".*" is read: as that pattern, which does not match
  // names with a newline or broken UTF-8, or as everything.
  enum class DotStar { kPattern, kEverything };

  // Fails with the first pattern that is not a regular expression.
  static Result<RegexSet> Compile(const std::vector<std::string>& patterns,
                                  DotStar dot_star = DotStar::kPattern);

  bool empty() const { return patterns_.empty(); }

  bool is_everything() const { return everything_; }

  bool Matches(std::string_view text) const;

  size_t size() const { return patterns_.size(); }

  // The one text that matches, if that is what the list says; else null.
  const std::string* OnlyText() const {
    return patterns_.size() == 1 && patterns_[0].regex == nullptr
               ? &patterns_[0].text
               : nullptr;
  }

  // The first and the last text, of at most `size` bytes, between which all are
  // in the order of bytes that match a pattern; nothing if they are not known,
  // as of a list of several, or if a text is what matches.
  std::optional<std::pair<std::string, std::string>> RangeOfMatches(
      int size) const;

  // What every match of a pattern ends with, as "/kernel" of ".*/kernel"; empty
  // if that is not known, as of a list of several or if a text is what matches.
  std::string EndOfMatches() const;

  // Of which every match of a pattern has one in it (base/regex_text.h); none if
  // they are not known, as of a list of several or if a text is what matches.
  std::vector<std::string> NeededTexts() const;

  // Whether member `i` matches. REQUIRES: i < size().
  bool MemberMatches(size_t i, std::string_view text) const;

 private:
  // A pattern that matches one text needs no machine, of which a budget might
  // have very many.
  struct Pattern {
    std::shared_ptr<const re2::RE2> regex;  // null: `text` is what matches
    std::string text;
  };

  // The pattern of a list of one that is no text; else null.
  const re2::RE2* OnlyRegex() const;

  std::vector<Pattern> patterns_;
  bool everything_ = false;
};

}  // namespace tfprof
