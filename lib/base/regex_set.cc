// SPDX-License-Identifier: Apache-2.0
#include "base/regex_set.h"

#include <re2/re2.h>

namespace tfprof {

Result<RegexSet> RegexSet::Compile(const std::vector<std::string>& patterns,
                                   DotStar dot_star) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  RegexSet set;
  for (const std::string& pattern : patterns) {
    auto compiled = std::make_shared<const re2::RE2>(pattern, options);
    if (!compiled->ok()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "'{}' is not a regular expression: {}", pattern,
                  compiled->error());
    }
    set.patterns_.push_back(std::move(compiled));
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
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()),
                             *patterns_[i]);
}

}  // namespace tfprof
