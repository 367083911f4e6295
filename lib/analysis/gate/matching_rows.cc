// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/matching_rows.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "base/regex_text.h"

namespace tfprof {

namespace {

constexpr auto kSize = static_cast<int>(RowText::kBeginning);
// Rows among which fewer are not looked for.
constexpr size_t kFew = 32;

// Compares texts by their bytes from the last one backwards.
bool EndsBefore(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(),
                                      b.rend());
}

}  // namespace

std::vector<uint32_t> MatchingRows::Find(const RegexSet& patterns) {
  std::vector<uint32_t> rows = Candidates(patterns);
  std::erase_if(rows, [&](uint32_t row) {
    return !patterns.Matches(rows_[row].name.str());
  });
  LeaveOutNested(rows);
  return rows;
}

// Rows that may match, those of the smallest one of three groups.
std::vector<uint32_t> MatchingRows::Candidates(const RegexSet& patterns) {
  if (const std::string* const name = patterns.OnlyText()) {
    return RowsOfHash(RowText(*name).Hash());
  }
  const auto range = patterns.RangeOfMatches(kSize);
  const std::string end = patterns.EndOfMatches();
  std::optional<std::span<const uint32_t>> rows;
  if (range) rows = RowsBetween(range->first, range->second);
  if (!end.empty()) {
    const std::span<const uint32_t> ending = RowsEndingIn(end);
    if (!rows || ending.size() < rows->size()) rows = ending;
  }
  if (!rows || rows->size() > kFew) {
    auto having = RowsWithOneOf(patterns.NeededTexts());
    if (having && (!rows || having->size() < rows->size())) {
      return *std::move(having);
    }
  }
  if (!rows) return AllRows();
  return {rows->begin(), rows->end()};
}

// Nothing where they are not known.
std::optional<std::vector<uint32_t>> MatchingRows::RowsWithOneOf(
    const std::vector<std::string>& texts) {
  if (texts.empty()) return std::nullopt;
  if (!by_text_) {
    std::vector<std::string> all;
    for (const std::string_view pattern : patterns_) {
      std::ranges::move(NeededTexts(std::string(pattern)),
                        std::back_inserter(all));
    }
    by_text_.emplace(rows_, std::move(all));
  }
  std::vector<uint32_t> rows;
  for (const std::string& text : texts) {
    const auto* const having = by_text_->Find(text);
    if (having == nullptr) return std::nullopt;
    rows.insert(rows.end(), having->begin(), having->end());
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<uint32_t> MatchingRows::RowsOfHash(size_t hash) {
  if (by_hash_.empty()) {
    for (uint32_t row = 1; row < rows_.size(); ++row) {
      by_hash_.emplace_back(rows_[row].name.Hash(), row);
    }
    std::sort(by_hash_.begin(), by_hash_.end());
  }
  std::vector<uint32_t> rows;
  for (auto at = std::lower_bound(by_hash_.begin(), by_hash_.end(),
                                  std::pair<size_t, uint32_t>(hash, 0));
       at != by_hash_.end() && at->first == hash; ++at) {
    rows.push_back(at->second);
  }
  return rows;
}

std::span<const uint32_t> MatchingRows::RowsBetween(std::string_view first,
                                                    std::string_view last) {
  const auto beginning_of = [&](uint32_t row) {
    return rows_[row].name.Beginning();
  };
  if (by_beginning_.empty()) {
    by_beginning_ = AllRows();
    std::sort(by_beginning_.begin(), by_beginning_.end(),
              [&](uint32_t a, uint32_t b) {
                return beginning_of(a) < beginning_of(b);
              });
  }
  const auto begin = std::lower_bound(
      by_beginning_.begin(), by_beginning_.end(), first,
      [&](uint32_t row, std::string_view text) {
        return beginning_of(row) < text;
      });
  const auto end = std::upper_bound(
      begin, by_beginning_.end(), last,
      [&](std::string_view text, uint32_t row) {
        return text < beginning_of(row);
      });
  return {begin, end};
}

std::span<const uint32_t> MatchingRows::RowsEndingIn(std::string_view end) {
  std::string made, other;
  if (by_ending_.empty()) {
    by_ending_ = AllRows();
    std::sort(by_ending_.begin(), by_ending_.end(),
              [&](uint32_t a, uint32_t b) {
                return EndsBefore(rows_[a].name.Ending(made),
                                  rows_[b].name.Ending(other));
              });
  }
  // No more than is known of each row that may end so: of a long name digits.
  const auto last = [&](size_t size) {
    return end.substr(end.size() - std::min(end.size(), size));
  };
  const bool may_be_hash = last(RowText::kHashDigits)
                               .find_first_not_of("0123456789abcdef") ==
                           std::string_view::npos;
  end = last(may_be_hash ? RowText::kHashDigits : RowText::kBeginning);
  const auto begin = std::partition_point(
      by_ending_.begin(), by_ending_.end(), [&](uint32_t row) {
        return EndsBefore(rows_[row].name.Ending(made), end);
      });
  return {begin, std::partition_point(
                     begin, by_ending_.end(), [&](uint32_t row) {
                       return rows_[row].name.Ending(made).ends_with(end);
                     })};
}

std::vector<uint32_t> MatchingRows::AllRows() const {
  std::vector<uint32_t> rows(rows_.size() - 1);
  std::iota(rows.begin(), rows.end(), 1U);
  return rows;
}

void MatchingRows::LeaveOutNested(std::vector<uint32_t>& rows) {
  if (place_.empty()) {
    std::vector<uint32_t> sizes(rows_.size(), 1);
    for (size_t row = rows_.size(); --row > 0;) {
      sizes[rows_[row].parent] += sizes[row];
    }
    place_.assign(rows_.size(), 0);
    end_ = sizes;
    std::vector<uint32_t> next(rows_.size(), 1);  // of those below a row
    for (uint32_t row = 1; row < rows_.size(); ++row) {
      place_[row] = next[rows_[row].parent];
      end_[row] = place_[row] + sizes[row];
      next[rows_[row].parent] = end_[row];
      next[row] = place_[row] + 1;
    }
  }
  std::sort(rows.begin(), rows.end(),
            [&](uint32_t a, uint32_t b) { return place_[a] < place_[b]; });
  uint32_t end = 0;  // of what is under the last one
  std::erase_if(rows, [&](uint32_t row) {
    if (place_[row] < end) return true;
    end = end_[row];
    return false;
  });
  std::sort(rows.begin(), rows.end());
}

}  // namespace tfprof
