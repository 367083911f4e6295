// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace tfprof {

// Many RE2 patterns, matched in one pass over a text. Every match is a match of
// the whole text.
class RegexMany {
 public:
  RegexMany();
  ~RegexMany();
  RegexMany(const RegexMany&) = delete;
  RegexMany& operator=(const RegexMany&) = delete;

  // False if it is not a regular expression. Patterns are numbered from 0 in
  // the order in which they are added.
  bool Add(std::string_view pattern);

  // Call after the last Add().
  void Compile();

  // Gives the patterns that match `text`. False if memory for that is above the
  // limit.
  bool Match(std::string_view text, std::vector<int>& patterns) const;

 private:
  struct Set;
  std::unique_ptr<Set> set_;
};

}  // namespace tfprof
