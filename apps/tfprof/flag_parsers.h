// SPDX-License-Identifier: Apache-2.0
// Parsers of flags that fill a field as it is: for the rows of flag tables.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/strings.h"
#include "flags.h"

namespace tfprof {

Status ParseSwitch(std::string_view text, bool& value);
Status ParseWhole(std::string_view text, int64_t& value);
Status ParseReal(std::string_view text, double& value);

// Each fills arguments.*group.*field.
template <auto group, auto field>
Status SwitchOf(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.*group.*field);
}

template <auto group, auto field>
Status WholeOf(std::string_view text, Arguments& arguments) {
  return ParseWhole(text, arguments.*group.*field);
}

template <auto group, auto field>
Status RealOf(std::string_view text, Arguments& arguments) {
  return ParseReal(text, arguments.*group.*field);
}

template <auto group, auto field>
Status TextOf(std::string_view text, Arguments& arguments) {
  arguments.*group.*field = text;
  return {};
}

template <auto group, auto field>
Status ListOf(std::string_view text, Arguments& arguments) {
  arguments.*group.*field = SplitNonEmpty(text, ',');
  return {};
}

template <typename Value>
using Words = std::vector<std::pair<std::string_view, Value>>;

// The value behind one of a few words.
template <typename Value>
Status ParseWord(std::string_view text, const Words<Value>& words,
                 Value& value) {
  std::vector<std::string_view> known;
  for (const auto& [word, of_word] : words) {
    if (word == text) {
      value = of_word;
      return {};
    }
    known.push_back(word);
  }
  return Fail(ErrorCode::kInvalidArgument, "unknown word '{}'{}; known: {}",
              Printable(text), Suggestion(text, known), fmt::join(known, ", "));
}

}  // namespace tfprof
