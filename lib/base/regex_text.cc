// SPDX-License-Identifier: Apache-2.0
#include "base/regex_text.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include <re2/filtered_re2.h>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr int kLeastSize = 2;     // shorter texts rule out too little
constexpr size_t kMostTexts = 16;  // number of probes of a pattern

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

// True if a pattern may contain letters beyond ASCII.
bool MaySayMore(std::string_view pattern) {
  if (!IsAscii(pattern)) return true;
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

std::vector<std::string> NeededTexts(const std::string& pattern) {
  if (MaySayMore(pattern)) return {};
  re2::RE2::Options options;
  options.set_log_errors(false);
  re2::FilteredRE2 filter(kLeastSize);
  int id = 0;
  if (filter.Add(pattern, options, &id) != re2::RE2::NoError) return {};
  std::vector<std::string> texts;
  filter.Compile(&texts);
  if (texts.size() > kMostTexts ||
      !std::all_of(texts.begin(), texts.end(), IsAscii)) {
    return {};
  }

  std::vector<bool> is_needed(texts.size(), true);
  // True if no match can lack all of the needed texts.
  const auto are_enough = [&] {
    std::vector<int> others, possible;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (!is_needed[i]) others.push_back(static_cast<int>(i));
    }
    filter.AllPotentials(others, &possible);
    return possible.empty();
  };
  if (!are_enough()) return {};
  // Short texts are dropped first.
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(texts[a].size(), texts[a]) <
           std::pair(texts[b].size(), texts[b]);
  });
  for (const size_t i : order) {
    is_needed[i] = false;
    if (!are_enough()) is_needed[i] = true;
  }
  std::vector<std::string> needed;
  for (const size_t i : order) {
    if (is_needed[i]) needed.push_back(std::move(texts[i]));
  }
  return needed;
}

std::string InSmallLetters(std::string_view text) {
  constexpr std::string_view kKelvin = "\u212a", kLongS = "\u017f";
  std::string small;
  while (!text.empty()) {
    const bool is_kelvin = text.starts_with(kKelvin);
    const bool is_long_s = text.starts_with(kLongS);
    small += is_kelvin ? 'k' : is_long_s ? 's' : text[0];
    text.remove_prefix(is_kelvin   ? kKelvin.size()
                       : is_long_s ? kLongS.size()
                                   : 1);
  }
  return AsciiLower(small);
}

}  // namespace tfprof
