// SPDX-License-Identifier: Apache-2.0
#include "base/regex_set.h"

#include <cctype>
#include <optional>
#include <utility>

#include <re2/re2.h>

namespace tfprof {

namespace {

// The literal text of a pattern, or nothing if it may match anything else. RE2
// takes any escaped punctuation literally.
std::optional<std::string> SpelledText(std::string_view pattern) {
  constexpr std::string_view kSpecial = "\\.+*?()|[]{}^$";
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    // Other bytes may not be valid UTF-8, and are left to RE2.
    if (c < ' ' || c > '~') return std::nullopt;
    if (c == '\\') {
      if (++i == pattern.size()) return std::nullopt;
      c = pattern[i];
      if (c <= ' ' || c > '~' || std::isalnum(c) != 0) return std::nullopt;
    } else if (kSpecial.find(c) != std::string_view::npos) {
      return std::nullopt;
    }
    text += c;
  }
  return text;
}

}  // namespace

Result<RegexSet> RegexSet::Compile(const std::vector<std::string>& patterns,
                                   DotStar dot_star) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  RegexSet set;
  for (const std::string& pattern : patterns) {
    if (std::optional<std::string> text = SpelledText(pattern)) {
      set.patterns_.push_back({nullptr, *std::move(text)});
      continue;
    }
    auto compiled = std::make_shared<const re2::RE2>(pattern, options);
    if (!compiled->ok()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "'{}' is not a regular expression: {}", pattern,
                  compiled->error());
    }
    set.patterns_.push_back({std::move(compiled), {}});
  }
  set.everything_ = dot_star == DotStar::kEverything && patterns.size() == 1 &&
                    patterns.front() == ".*";
  return set;
}

bool RegexSet::Matches(std::string_view text) const {
  if (everything_) return true;
  for (size_t i = 0; i < patterns_.size(); ++i) {
    if (MemberMatches(i, text)) return true;
  }
  return false;
}

bool RegexSet::MemberMatches(size_t i, std::string_view text) const {
  const auto& [regex, only] = patterns_[i];
  if (regex == nullptr) return text == only;
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()),
                             *regex);
}

}  // namespace tfprof
