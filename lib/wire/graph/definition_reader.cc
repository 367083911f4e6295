// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/definition_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "wire/append_field.h"
#include "wire/graph/constant_reader.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// A TensorProto with type, shape and version, and no content.
std::string WithoutContent(std::string_view tensor) {
  std::string left;
  WireCursor cursor(tensor);
  while (cursor.Next()) {
    const char* const begin = cursor.field_at();
    const uint32_t field = cursor.field();
    cursor.Skip();
    if (field == Varint(1) || field == Len(2) || field == Varint(3)) {
      left.append(begin, cursor.at());
    }
  }
  return left;
}

// `message` with each value of the field `number` passed through `replace`.
template <typename Replace>
std::string Replaced(std::string_view message, uint32_t number,
                     Replace replace) {
  return ChangedMessage(message, [&](WireCursor& cursor, std::string& out) {
    if (cursor.field() != Len(number)) return false;
    AppendField(out, number, replace(cursor.View()));
    return true;
  });
}

// A NodeDef without the content of tensors in its attributes.
std::string Stripped(std::string_view node) {
  return Replaced(node, 5, [](std::string_view entry) {
    return entry.size() <= DefinitionReader::kSmall
               ? std::string(entry)
               : Replaced(entry, 2, [](std::string_view value) {
                   return Replaced(value, 8, WithoutContent);
                 });
  });
}

}  // namespace

const NodeDetail* DefinitionReader::Read(
    std::string_view node, std::span<const std::string_view> attrs) {
  if (wanted_ < GraphDetail::kDefinitions) return nullptr;
  detail_ = {};
  attrs_.clear();
  texts_.clear();
  entries_.clear();
  WireCursor cursor(node);
  while (cursor.Next()) {
    if (cursor.field() == Len(4)) {
      detail_.device = cursor.View();
    } else {
      cursor.Skip();
    }
  }
  bool is_big = false;
  for (const std::string_view attr : attrs) {
    is_big = is_big || attr.size() > kSmall;
    ReadAttr(attr);
  }
  DropReplaced();
  detail_.attrs = attrs_;
  detail_.bytes = node;
  if (is_big && wanted_ != GraphDetail::kValues) {
    stripped_ = Stripped(node);
    detail_.bytes = stripped_;
  }
  return &detail_;
}

std::span<const NamedAttr> DefinitionReader::ReadAttrs(
    std::span<const std::string_view> entries) {
  detail_ = {};
  attrs_.clear();
  texts_.clear();
  entries_.clear();
  for (const std::string_view entry : entries) ReadAttr(entry);
  DropReplaced();
  return attrs_;
}

void DefinitionReader::ReadAttr(std::string_view entry) {
  std::string_view key;
  std::string_view value;
  WireCursor cursor(entry);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        key = cursor.View();
        break;
      case Len(2):
        value = cursor.View();
        break;
      default:
        cursor.Skip();
    }
  }
  // A later entry with the same key replaces an earlier one.
  if (key == "dtype") detail_.dtype = 0;
  if (key == "value") detail_.value = nullptr;
  WireCursor member(value);
  while (member.Next()) {
    switch (member.field()) {
      case Varint(6):
        if (key == "dtype") {
          detail_.dtype = member.Int32();
        } else {
          member.Skip();
        }
        break;
      case Len(8):
        if (key == "value") {
          constant_ = ReadConstant(member.View());
          detail_.value = &constant_;
        } else {
          member.Skip();
        }
        break;
      default:
        ReadText(key, member);
    }
  }
  entries_.push_back({key, attrs_.size()});
}

// A later entry with the same key replaces an earlier one, whatever its value.
void DefinitionReader::DropReplaced() {
  order_.resize(entries_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::ranges::sort(order_, {}, [&](uint32_t entry) {
    return std::pair(entries_[entry].key, entry);
  });
  std::vector<bool> is_replaced;  // usually stays empty
  for (size_t i = 1; i < order_.size(); ++i) {
    if (entries_[order_[i]].key != entries_[order_[i - 1]].key) continue;
    is_replaced.resize(entries_.size());
    is_replaced[order_[i - 1]] = true;
  }
  if (is_replaced.empty()) return;
  size_t begin = 0, kept = 0;
  for (size_t entry = 0; entry < entries_.size(); ++entry) {
    const size_t end = entries_[entry].end;
    for (; begin < end; ++begin) {
      if (!is_replaced[entry]) attrs_[kept++] = attrs_[begin];
    }
  }
  attrs_.resize(kept);
}

// Reads strings or whole numbers of a list; other lists are left out.
void DefinitionReader::ReadList(std::string_view key, std::string_view list) {
  std::string text;
  bool is_text = false;
  // An oversized list is left out, not cut.
  const auto add = [&](std::string_view item) {
    if (text.size() > kSmall) return;
    if (is_text) text += ',';
    is_text = true;
    text += item;
  };
  WireCursor member(list);
  const auto add_number = [&](int64_t item) { add(std::to_string(item)); };
  while (member.Next()) {
    switch (member.field()) {
      case Len(2):
        add(member.View());
        break;
      case Varint(3):
        add_number(member.Int64());
        break;
      case Len(3):
        ForEachPacked(member.View(), add_number);
        break;
      default:
        member.Skip();
    }
  }
  if (!is_text || text.size() > kSmall) return;
  attrs_.push_back({key, texts_.emplace_back(std::move(text))});
}

// Adds an attribute with a textual form; strings are cut to kSmall bytes.
void DefinitionReader::ReadText(std::string_view key, WireCursor& member) {
  switch (member.field()) {
    case Len(2):
      attrs_.push_back({key, member.View().substr(0, kSmall)});
      break;
    case Varint(3):
      attrs_.push_back(
          {key, texts_.emplace_back(std::to_string(member.Int64()))});
      break;
    case Len(1):
      ReadList(key, member.View());
      break;
    case Varint(5):
      attrs_.push_back({key, member.Bool() ? "true" : "false"});
      break;
    case Len(10): {
      WireCursor function(member.View());
      while (function.Next()) {
        if (function.field() == Len(1)) {
          attrs_.push_back({key, function.View()});
        } else {
          function.Skip();
        }
      }
      break;
    }
    default:
      member.Skip();
  }
}

}  // namespace tfprof
