// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/rows_with_texts.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

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
  for (std::string& text : texts) found_.push_back({std::move(text), false, {}});
  for (uint32_t row = 1; row < rows.size(); ++row) {
    const std::string name = AsciiLower(rows[row].name.str());
    for (size_t at = 0; at < name.size(); ++at) {
      Add(row, std::string_view(name).substr(at));
    }
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
  return is_known && !at->are_many ? &at->rows : nullptr;
}

// Notes the texts that `rest` of the row's name begins with.
void RowsWithTexts::Add(uint32_t row, std::string_view rest) {
  auto begin = found_.begin(), end = found_.end();
  for (size_t size = 0; size < rest.size() && begin != end; ++size) {
    // Those from `begin` to `end` have its first `size` bytes, and more.
    const auto byte_of = [&](const Found& found) {
      return static_cast<unsigned char>(found.text[size]);
    };
    const auto byte = static_cast<unsigned char>(rest[size]);
    begin = std::partition_point(begin, end, [&](const Found& found) {
      return byte_of(found) < byte;
    });
    end = std::partition_point(begin, end, [&](const Found& found) {
      return byte_of(found) == byte;
    });
    if (begin == end || begin->text.size() > size + 1) continue;
    Found& found = *begin++;
    if (found.are_many || (!found.rows.empty() && found.rows.back() == row)) {
      continue;
    }
    if (found.rows.size() == kFew) {
      found.are_many = true;
      found.rows = {};
    } else {
      found.rows.push_back(row);
    }
  }
}

}  // namespace tfprof
