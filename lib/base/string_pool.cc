// SPDX-License-Identifier: Apache-2.0
#include "base/string_pool.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"

namespace tfprof {

namespace {

constexpr size_t kMostBlockBytes = size_t{1} << 18;

uint32_t HalfHash(std::string_view text) {
  return static_cast<uint32_t>(TextHash()(text));
}

}  // namespace

StringPool::Expected StringPool::Expect(std::string_view text) const {
  const uint32_t hash = HalfHash(text);
  index_.Expect(hash);
  return {hash};
}

void StringPool::ExpectView(Expected& expected) const {
  expected.row = index_.FirstOfHash(expected.hash);
  if (expected.row != TableIndex::kNone) views_.Expect(expected.row);
}

void StringPool::ExpectText(const Expected& expected) const {
  if (expected.row == TableIndex::kNone) return;
  __builtin_prefetch(views_[expected.row].data());
}

StringId StringPool::Intern(std::string_view text, Expected expected) {
  if (expected.row != TableIndex::kNone && views_[expected.row] == text) {
    return StringId(expected.row);
  }
  if (index_.empty() && size() > 0) IndexAll();
  const auto next = static_cast<uint32_t>(size());
  const uint32_t row = index_.FindOrAdd(
      expected.hash, next, [&](uint32_t at) { return views_[at] == text; });
  if (row == next) views_.push_back(Keep(text));
  return StringId(row);
}

StringId StringPool::Find(std::string_view text) const {
  if (index_.empty()) {
    for (uint32_t row = 0; row < size(); ++row) {
      if (views_[row] == text) return StringId(row);
    }
    return {};
  }
  static_assert(TableIndex::kNone == StringId::kNone);
  return StringId(index_.Find(
      HalfHash(text), [&](uint32_t row) { return views_[row] == text; }));
}

void StringPool::IndexAll() {
  index_.Reserve(size());
  for (uint32_t row = 0; row < size(); ++row) {
    index_.FindOrAdd(HalfHash(views_[row]), row,
                     [](uint32_t) { return false; });
  }
}

std::string_view StringPool::Keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > left_) {
    const size_t bytes = std::max(block_bytes_, text.size());
    block_bytes_ = std::min(2 * block_bytes_, kMostBlockBytes);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    next_ = blocks_.back().get();
    left_ = bytes;
  }
  std::memcpy(next_, text.data(), text.size());
  const std::string_view kept(next_, text.size());
  next_ += text.size();
  left_ -= text.size();
  return kept;
}

}  // namespace tfprof
