// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/rows_with_texts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/regex_text.h"

namespace tfprof {

namespace {

// Longer texts are looked for by their beginnings.
constexpr size_t kLongest = 64;

}  // namespace

RowsWithTexts::RowsWithTexts(const GateRows& rows,
                             std::vector<std::string> texts) {
  for (std::string& text : texts) {
    if (text.size() > kLongest) text = text.substr(0, kLongest);
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  found_.reserve(texts.size());
  for (std::string& text : texts) found_.push_back({.text = std::move(text)});
  ForEachFound(rows, [](Found& found, uint32_t) { ++found.count; });
  ChooseKept(kKeptARow * rows.size() + kKeptAText * found_.size());
  ForEachFound(rows, [](Found& found, uint32_t row) {
    if (found.is_kept) found.rows.push_back(row);
  });
}

void RowsWithTexts::ChooseKept(size_t most) {
  std::vector<size_t> order(found_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return found_[a].count < found_[b].count;
  });
  for (const size_t i : order) {
    if (found_[i].count > most) break;
    most -= found_[i].count;
    found_[i].is_kept = true;
    found_[i].rows.reserve(found_[i].count);
  }
}

const std::vector<uint32_t>* RowsWithTexts::Find(std::string_view text) const {
  text = text.substr(0, kLongest);
  const auto at = std::lower_bound(
      found_.begin(), found_.end(), text,
      [](const Found& found, std::string_view other) {
        return found.text < other;
      });
  const bool is_known = at != found_.end() && at->text == text;
  return is_known && at->is_kept ? &at->rows : nullptr;
}

template <typename Take>
void RowsWithTexts::ForEachFound(const GateRows& rows, Take take) {
  for (Found& found : found_) found.last_row = 0;
  for (uint32_t row = 1; row < rows.size(); ++row) {
    const std::string name = InSmallLetters(rows[row].name.str());
    for (size_t at = 0; at < name.size(); ++at) {
      ForEachBeginning(std::string_view(name).substr(at), [&](Found& found) {
        if (found.last_row != row) take(found, row);
        found.last_row = row;
      });
    }
  }
}

// Calls `take` with the texts that `name` begins with.
template <typename Take>
void RowsWithTexts::ForEachBeginning(std::string_view name, Take take) {
  auto begin = found_.begin(), end = found_.end();
  for (size_t size = 0; size < name.size() && begin != end; ++size) {
    // The texts from `begin` to `end` start with its first `size` bytes.
    const auto byte_of = [&](const Found& found) {
      return static_cast<unsigned char>(found.text[size]);
    };
    const auto byte = static_cast<unsigned char>(name[size]);
    begin = std::partition_point(begin, end, [&](const Found& found) {
      return byte_of(found) < byte;
    });
    end = std::partition_point(begin, end, [&](const Found& found) {
      return byte_of(found) == byte;
    });
    if (begin != end && begin->text.size() == size + 1) take(*begin++);
  }
}

}  // namespace tfprof
