// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
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

  // The meaning of a list with only ".*": that pattern, which does not match
  // names with a newline or broken UTF-8, or everything.
  enum class DotStar { kPattern, kEverything };

  // Fails with the first pattern that is not a regular expression.
  static Result<RegexSet> Compile(const std::vector<std::string>& patterns,
                                  DotStar dot_star = DotStar::kPattern);

  bool empty() const { return patterns_.empty(); }

  bool is_everything() const { return everything_; }

  bool Matches(std::string_view text) const;

  size_t size() const { return patterns_.size(); }

  // The only matching text, if the list is a literal; else null.
  const std::string* OnlyText() const {
    return patterns_.size() == 1 && patterns_[0].regex == nullptr
               ? &patterns_[0].text
               : nullptr;
  }

  // True if member `i` matches. REQUIRES: i < size().
  bool MemberMatches(size_t i, std::string_view text) const;

 private:
  // A literal needs no compiled regex; a budget may have very many literals.
  struct Pattern {
    std::shared_ptr<const re2::RE2> regex;  // null: a literal, `text`
    std::string text;
  };

  std::vector<Pattern> patterns_;
  bool everything_ = false;
};

}  // namespace tfprof
