// SPDX-License-Identifier: Apache-2.0
#include "support/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr size_t kContext = 3;  // equal lines shown around a difference
// Above this many pairs of lines the middle is shown as replaced altogether.
constexpr size_t kMaxPairs = 4'000'000;

using Lines = std::vector<std::string_view>;

// Every line with its newline, so that a missing last one is a difference.
Lines SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct Edit {
  char mark;  // ' ', '-' or '+'
  std::string_view line;
};

// The longest common subsequence by dynamic programming, from the back.
std::vector<Edit> Align(const Lines& a, const Lines& b) {
  const size_t width = b.size() + 1;
  std::vector<uint32_t> common((a.size() + 1) * width);
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      common[i * width + j] = a[i] == b[j]
                                  ? common[(i + 1) * width + j + 1] + 1
                                  : std::max(common[(i + 1) * width + j],
                                             common[i * width + j + 1]);
    }
  }
  std::vector<Edit> edits;
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      edits.push_back({' ', a[i]});
      ++i;
      ++j;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      edits.push_back({'-', a[i++]});
    } else {
      edits.push_back({'+', b[j++]});
    }
  }
  for (; i < a.size(); ++i) edits.push_back({'-', a[i]});
  for (; j < b.size(); ++j) edits.push_back({'+', b[j]});
  return edits;
}

std::vector<Edit> Compare(const Lines& a, const Lines& b) {
  if (a.size() * b.size() <= kMaxPairs) return Align(a, b);
  std::vector<Edit> edits;
  for (const std::string_view line : a) edits.push_back({'-', line});
  for (const std::string_view line : b) edits.push_back({'+', line});
  return edits;
}

void AppendEdit(std::string& out, const Edit& edit) {
  std::string_view line = edit.line;
  const bool has_newline = line.ends_with('\n');
  if (has_newline) line.remove_suffix(1);
  out += edit.mark;
  out += ' ';
  out += Printable(line);
  if (edit.mark != ' ' && line.ends_with(' ')) out += "  (blank at the end)";
  if (!has_newline) out += "  (no newline at the end)";
  out += '\n';
}

}  // namespace

std::string LineDiff(std::string_view expected, std::string_view actual) {
  if (expected == actual) return "";
  const std::vector<Edit> edits =
      Compare(SplitLines(expected), SplitLines(actual));
  std::vector<bool> shown(edits.size());
  for (size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ') continue;
    const size_t end = std::min(i + kContext + 1, edits.size());
    for (size_t j = i - std::min(i, kContext); j < end; ++j) shown[j] = true;
  }
  std::string out;
  for (size_t i = 0; i < edits.size(); ++i) {
    if (shown[i]) {
      AppendEdit(out, edits[i]);
    } else if (i == 0 || shown[i - 1]) {
      out += "  ...\n";
    }
  }
  return out;
}

}  // namespace tfprof
