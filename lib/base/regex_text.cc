// SPDX-License-Identifier: Apache-2.0
#include "base/regex_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include <re2/filtered_re2.h>

namespace tfprof {

namespace {

constexpr int kLeastSize = 2;     // of a text that says something
constexpr size_t kMostTexts = 16;  // that a pattern is asked about

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

// Whether a pattern may mean letters beyond ASCII whose small letters are in
// it, as the sign of Kelvin is a large k.
bool MayMeanMore(std::string_view pattern) {
  if (!IsAscii(pattern) || pattern.find("(?") != std::string_view::npos) {
    return true;
  }
  for (size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '\\') continue;
    const char c = pattern[++i];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
        std::string_view("xpPC").find(c) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string NeededText(const std::string& pattern) {
  if (MayMeanMore(pattern)) return {};
  re2::RE2::Options options;
  options.set_log_errors(false);
  re2::FilteredRE2 filter(kLeastSize);
  int id = 0;
  if (filter.Add(pattern, options, &id) != re2::RE2::NoError) return {};
  std::vector<std::string> texts;
  filter.Compile(&texts);
  if (texts.size() > kMostTexts) return {};

  std::string needed;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() <= needed.size() || !IsAscii(texts[i])) continue;
    // Nothing matches that has all the others.
    std::vector<int> others, possible;
    for (size_t j = 0; j < texts.size(); ++j) {
      if (j != i) others.push_back(static_cast<int>(j));
    }
    filter.AllPotentials(others, &possible);
    if (possible.empty()) needed = texts[i];
  }
  return needed;
}

}  // namespace tfprof
