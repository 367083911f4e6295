// SPDX-License-Identifier: Apache-2.0
#include "wire/text_pieces.h"

#include <algorithm>

namespace tfprof {

namespace {

// The size of a piece: generated classes take many times the memory of their
// text.
constexpr size_t kPieceBytes = size_t{1} << 18;

constexpr std::string_view kSeparators = " \t\n\r\v\f,;";

}  // namespace

bool IsBlankInText(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' ||
         c == '\f';
}

bool IsWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

std::string_view FirstPiece(std::string_view text) {
  if (text.size() <= kPieceBytes) return text;
  size_t piece = 0;
  EachBrace(text, [&](size_t end, int depth, bool is_closing) {
    if (depth != 0 || !is_closing) return true;
    if (piece == 0 || end <= kPieceBytes) piece = end;
    return end < kPieceBytes;
  });
  if (piece == 0) return text;
  while (piece < text.size() && IsBlankInText(text[piece])) ++piece;
  if (piece < text.size() && (text[piece] == ',' || text[piece] == ';')) {
    ++piece;
  }
  return text.substr(0, piece);
}

std::optional<LargeRecord> LargeRecordOf(std::string_view piece) {
  // Several records end before this position, ignoring blanks after them.
  const size_t last = piece.find_last_not_of(kSeparators);
  if (last == std::string_view::npos || last < kPieceBytes) return {};
  size_t first = 0;  // after the opening brace
  EachBrace(piece, [&](size_t end, int, bool) {
    first = end;
    return false;
  });
  if (first == 0 || piece[first - 1] != '{' || piece[last] != '}') return {};
  std::string_view head = piece.substr(0, first - 1);
  if (head.find('#') != std::string_view::npos) return {};
  const auto remove_blanks = [&] {
    while (!head.empty() && IsBlankInText(head.back())) head.remove_suffix(1);
  };
  remove_blanks();
  if (head.ends_with(':')) head.remove_suffix(1);
  remove_blanks();
  const auto word = std::find_if_not(head.rbegin(), head.rend(), IsWordPart);
  const auto size = static_cast<size_t>(word - head.rbegin());
  const std::string_view before = head.substr(0, head.size() - size);
  if (size == 0) return {};
  if (!before.empty() &&
      kSeparators.find(before.back()) == std::string_view::npos) {
    return {};
  }
  return LargeRecord{before, head.substr(before.size()),
                     piece.substr(first, last - first)};
}

}  // namespace tfprof
