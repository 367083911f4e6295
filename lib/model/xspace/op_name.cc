// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/op_name.h"

#include <algorithm>

#include "base/strings.h"

namespace tfprof {

namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

// [A-Za-z0-9.][A-Za-z0-9_./>-]*
bool IsNodeName(std::string_view text) {
  const auto may_follow = [](char c) {
    return IsWordByte(c) || c == '.' || c == '/' || c == '>' || c == '-';
  };
  return !text.empty() && may_follow(text[0]) &&
         std::string_view("_/>-").find(text[0]) == std::string_view::npos &&
         std::all_of(text.begin(), text.end(), may_follow);
}

// [A-Z_][a-zA-Z0-9_]*
bool IsOpType(std::string_view text) {
  return !text.empty() && (IsUpper(text[0]) || text[0] == '_') &&
         std::all_of(text.begin(), text.end(), IsWordByte);
}

// [a-z_][a-z0-9_]*(\[.*\])?
bool IsJaxType(std::string_view text) {
  const size_t bracket = text.find('[');
  if (bracket != std::string_view::npos &&
      (text.back() != ']' || text.find('\n') != std::string_view::npos)) {
    return false;
  }
  text = text.substr(0, bracket);
  return !text.empty() && !IsDigit(text[0]) &&
         std::none_of(text.begin(), text.end(), IsUpper) &&
         std::all_of(text.begin(), text.end(), IsWordByte);
}

// [+-]?[0-9]+
bool IsNumber(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// "Add" of "a/b/Add_1".
std::string_view TypeOfName(std::string_view name) {
  const std::string_view last = AfterLastSlash(name);
  const size_t line = last.rfind('_');
  const bool is_numbered =
      line != std::string_view::npos && IsNumber(last.substr(line + 1));
  return is_numbered ? last.substr(0, line) : last;
}

// The type of a copy by its name: "MemcpyHToD".
std::string_view CopyType(std::string_view full) {
  constexpr std::string_view kTypes[] = {"MemcpyHToD", "MemcpyDToH",
                                         "MemcpyDToD", "MemcpyHToH"};
  const auto matches = [&](std::string_view type) {
    return AsciiLower(full.substr(0, type.size())) == AsciiLower(type);
  };
  const auto* const found =
      std::find_if(std::begin(kTypes), std::end(kTypes), matches);
  return found == std::end(kTypes) ? std::string_view() : *found;
}

}  // namespace

OpName ParseOpName(std::string_view full) {
  const size_t colon = full.find(':');
  if (colon == std::string_view::npos) {
    const std::string_view type = CopyType(full);
    return {type.empty() ? OpKind::kNone : OpKind::kCopy, full, type};
  }
  const std::string_view name = full.substr(0, colon);
  std::string_view type = full.substr(colon + 1);
  if (name == "Iterator") return {OpKind::kDataset, full, "Dataset"};
  if (IsNodeName(name) && IsOpType(type)) {
    return {OpKind::kTensorFlow, name, type};
  }
  const bool has_type = !type.empty();
  if (!has_type) type = TypeOfName(name);
  if (IsJaxType(type)) {
    return {OpKind::kJax, name, type.substr(0, type.find('['))};
  }
  if (!has_type) return {OpKind::kTensorFlow, name, type};
  return {OpKind::kNone, full, {}};
}

}  // namespace tfprof
