// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"

namespace tfprof {

// The name of a row, in two parts if it is long: any number of frames may be in
// one file whose name has a megabyte and is stored once.
struct RowName {
  std::string_view head;  // usually empty
  std::string_view tail;

  size_t size() const { return head.size() + tail.size(); }

  void AppendTo(std::string& out) const {
    out += head;
    out += tail;
  }

  std::string str() const {
    std::string text;
    AppendTo(text);
    return text;
  }

  // The name in one piece; `buffer` may be used as storage.
  std::string_view In(std::string& buffer) const {
    if (head.empty()) return tail;
    buffer = head;
    buffer += tail;
    return buffer;
  }

  // Shortened(): both ends of a name of more than 1,000 bytes, without copying
  // its middle.
  std::string Short() const {
    constexpr size_t kEnd = 1000;
    if (size() <= 2 * kEnd) return Shortened(str());
    std::string ends(head.substr(0, kEnd));
    ends += tail.substr(0, kEnd - ends.size());
    if (tail.size() < kEnd) {
      ends += head.substr(head.size() - (kEnd - tail.size()));
    }
    ends += tail.substr(tail.size() - std::min(tail.size(), kEnd));
    return Shortened(ends);
  }

  // REQUIRES: both names are cut in two by the same rule.
  friend bool operator==(const RowName&, const RowName&) = default;

  // Bytewise, as if each were in one piece.
  friend bool operator<(RowName a, RowName b) {
    if (a.head.data() == b.head.data()) {  // one file: equal so far
      const size_t common = std::min(a.head.size(), b.head.size());
      a.head.remove_prefix(common);
      b.head.remove_prefix(common);
    }
    if (a.head.empty() && b.head.empty()) return a.tail < b.tail;
    while (a.size() > 0 && b.size() > 0) {
      if (a.head.empty()) std::swap(a.head, a.tail);
      if (b.head.empty()) std::swap(b.head, b.tail);
      const size_t common = std::min(a.head.size(), b.head.size());
      const int order =
          a.head.substr(0, common).compare(b.head.substr(0, common));
      if (order != 0) return order < 0;
      a.head.remove_prefix(common);
      b.head.remove_prefix(common);
    }
    return b.size() > 0;
  }
};

}  // namespace tfprof

template <>
struct std::hash<tfprof::RowName> {
  size_t operator()(const tfprof::RowName& name) const {
    const std::hash<std::string_view> of_part;
    return 31 * of_part(name.head) + of_part(name.tail);
  }
};
