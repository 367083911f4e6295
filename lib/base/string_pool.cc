// SPDX-License-Identifier: Apache-2.0
#include "base/string_pool.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "base/memory_allowance.h"

namespace tfprof {

namespace {

constexpr size_t kMostBlockBytes = size_t{1} << 18;
constexpr size_t kFewestBuckets = 16;

uint32_t HalfHash(std::string_view text) {
  return static_cast<uint32_t>(TextHash()(text));
}

}  // namespace

StringPool::Expected StringPool::Expect(std::string_view text) const {
  const uint32_t hash = HalfHash(text);
  if (!buckets_.empty()) {
    __builtin_prefetch(&buckets_[hash & (buckets_.size() - 1)]);
  }
  return {hash};
}

void StringPool::ExpectView(Expected& expected) const {
  if (buckets_.empty()) return;
  expected.row = buckets_[FirstOfHash(expected.hash, expected.hash)].row;
  if (expected.row != kFree) views_.Expect(expected.row);
}

void StringPool::ExpectText(const Expected& expected) const {
  if (expected.row == kFree) return;
  __builtin_prefetch(views_[expected.row].data());
}

StringId StringPool::Intern(std::string_view text, Expected expected) {
  if (expected.row != kFree && views_[expected.row] == text) {
    return StringId(expected.row);
  }
  if (4 * (views_.size() + 1) > 3 * buckets_.size()) Grow();
  Bucket& bucket = buckets_[BucketOf(text, expected.hash)];
  if (bucket.row == kFree) {
    bucket = {expected.hash, static_cast<uint32_t>(views_.size())};
    views_.push_back(Keep(text));
  }
  return StringId(bucket.row);
}

StringId StringPool::Find(std::string_view text) const {
  if (buckets_.empty()) {
    for (uint32_t row = 0; row < size(); ++row) {
      if (views_[row] == text) return StringId(row);
    }
    return {};
  }
  // A free bucket holds the row of an invalid id.
  return StringId(buckets_[BucketOf(text, HalfHash(text))].row);
}

size_t StringPool::FirstOfHash(size_t from, uint32_t hash) const {
  const size_t mask = buckets_.size() - 1;
  size_t at = from & mask;
  while (buckets_[at].row != kFree && buckets_[at].hash != hash) {
    at = (at + 1) & mask;
  }
  return at;
}

size_t StringPool::BucketOf(std::string_view text, uint32_t hash) const {
  for (size_t from = hash;;) {
    const size_t at = FirstOfHash(from, hash);
    const uint32_t row = buckets_[at].row;
    if (row == kFree || views_[row] == text) return at;
    from = at + 1;
  }
}

void StringPool::Grow() {
  const size_t wanted =
      std::max(std::bit_ceil(2 * (size() + 1)), kFewestBuckets);
  ChargeBlock(wanted * sizeof(Bucket));
  const std::vector<Bucket> old =
      std::exchange(buckets_, std::vector<Bucket>(wanted));
  for (const Bucket& bucket : old) {
    if (bucket.row != kFree) Place(bucket);
  }
  if (!old.empty()) return;
  for (uint32_t row = 0; row < size(); ++row) {
    Place({HalfHash(views_[row]), row});
  }
}

void StringPool::Place(Bucket bucket) {
  const size_t mask = buckets_.size() - 1;
  size_t at = bucket.hash & mask;
  while (buckets_[at].row != kFree) at = (at + 1) & mask;
  buckets_[at] = bucket;
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
