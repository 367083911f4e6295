// SPDX-License-Identifier: Apache-2.0
// Finds positions at which a text can be cut into pieces for separate parsing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tfprof {

bool IsBlankInText(char c);
bool IsWordPart(char c);

// Calls `brace(end, depth, is_closing)` after each brace or bracket outside of
// quotes and comments, with the depth after it, until it returns false.
template <typename Brace>
void EachBrace(std::string_view text, Brace brace) {
  int depth = 0;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote || c == '\n') {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      i = text.find('\n', i);
      if (i == std::string_view::npos) return;
    } else if (c == '{' || c == '<' || c == '[') {
      if (!brace(i + 1, ++depth, false)) return;
    } else if (c == '}' || c == '>' || c == ']') {
      if (!brace(i + 1, --depth, true)) return;
    }
  }
}

// Complete records from the start of `text` with their separators: as many as
// fit into a piece, or one larger record.
std::string_view FirstPiece(std::string_view text);

// A record larger than a piece.
struct LargeRecord {
  std::string_view before;  // fields without braces
  std::string_view name;    // of its field
  std::string_view body;    // between its braces
};

// The large record that a piece consists of. Nothing if there is none, or if
// its form is one that no program writes: in a list, in other brackets, or with
// a comment before it.
std::optional<LargeRecord> LargeRecordOf(std::string_view piece);

}  // namespace tfprof
