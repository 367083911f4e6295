// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/common_prefix.h"
#include "base/parallel.h"

namespace tfprof {

// Sorts texts bytewise and stably by a merge sort that tracks the common prefix
// of each text with the previous one (Ng and Kakehi, "Merging string sequences
// by longest common prefixes", 2008). Names of nodes have long common prefixes,
// so these lengths decide nearly every comparison without reading the texts.
template <typename TextOf>
class TextOrder {
 public:
  // `text_of(i)` returns the text of each i below `count`, as a view, on any
  // thread.
  TextOrder(size_t count, const TextOf& text_of)
      : text_of_(text_of), items_(count), spare_(count / 2) {
    for (size_t i = 0; i < count; ++i) {
      items_[i].text = static_cast<uint32_t>(i);
    }
  }

  // The numbers of the texts in sorted order. Called once.
  std::vector<uint32_t> Find() {
    const std::span<Item> items(items_), spare(spare_);
    const size_t half = items.size() / 2;
    if (ThreadsFor(items.size()) == 1) {
      Sort(items, spare);
    } else {
      RunBoth([&] { Sort(items.first(half), spare.first(half / 2)); },
              [&] { Sort(items.subspan(half), spare.subspan(half / 2)); });
      Merge(items, half, spare);
    }
    std::vector<uint32_t> order;
    order.reserve(items.size());
    for (const Item& item : items) order.push_back(item.text);
    return order;
  }

 private:
  // That are counted: beyond these, texts are compared.
  static constexpr size_t kMost = std::numeric_limits<uint32_t>::max();

  struct Item {
    uint32_t text = 0;
    uint32_t common = 0;  // common prefix with the previous text, in bytes
  };

  // `spare` has room for half of the items, rounded down.
  void Sort(std::span<Item> items, std::span<Item> spare) const {
    if (items.size() < 2) return;
    const size_t half = items.size() / 2;
    Sort(items.first(half), spare);
    Sort(items.subspan(half), spare);
    Merge(items, half, spare);
  }

  // Merges the first `half` items and the others, both sorted.
  void Merge(std::span<Item> items, size_t half, std::span<Item> spare) const {
    std::copy_n(items.begin(), half, spare.begin());
    Item* a = spare.data();
    Item* const a_end = a + half;
    Item* b = items.data() + half;
    Item* const b_end = items.data() + items.size();
    // Common prefixes with the last item of the output.
    uint32_t a_common = 0, b_common = 0;
    Item* out = items.data();
    const auto put = [&](Item*& from, const Item* end, uint32_t& common) {
      *out++ = {from->text, common};
      if (++from != end) common = from->common;
    };
    while (a != a_end && b != b_end) {
      if (a_common > b_common) {
        put(a, a_end, a_common);
      } else if (b_common > a_common) {
        put(b, b_end, b_common);
      } else {
        const std::string_view text_a = text_of_(a->text);
        const std::string_view text_b = text_of_(b->text);
        const auto common = static_cast<uint32_t>(
            std::min(CommonPrefix(text_a, text_b, a_common), kMost));
        if (text_b.substr(common) < text_a.substr(common)) {
          put(b, b_end, b_common);
          a_common = common;
        } else {
          put(a, a_end, a_common);
          b_common = common;
        }
      }
    }
    // The remaining items of `b` are already in place.
    if (b != b_end) b->common = b_common;
    if (a == a_end) return;
    *out++ = {a->text, a_common};
    std::copy(a + 1, a_end, out);
  }

  const TextOf& text_of_;
  std::vector<Item> items_;
  std::vector<Item> spare_;
};

}  // namespace tfprof
