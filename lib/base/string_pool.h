// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/ids.h"

namespace tfprof {

// Each distinct string once. Ids count up from 0 in order of first use; views
// stay valid as long as the pool lives, even if it is moved.
class StringPool {
 public:
  StringId Intern(std::string_view text) { return Intern(text, Expect(text)); }

  // Prefetched facts about a text that will be looked up.
  struct Expected {
    uint32_t hash = 0;
    uint32_t row = kFree;  // the row that probably has it
  };

  // Prefetches the memory that Intern() or Find() of `text` will read, in three
  // steps that should be some time apart: the index bucket, the row, and the
  // text.
  Expected Expect(std::string_view text) const;
  void ExpectView(Expected& expected) const;
  void ExpectText(const Expected& expected) const;

  StringId Intern(std::string_view text, Expected expected);

  // The id of `text`, or an invalid id if it was never interned.
  StringId Find(std::string_view text) const;

  std::string_view operator[](StringId id) const { return views_[id.value]; }

  // Prefetches the memory that the operator above will read.
  void Expect(StringId id) const { views_.Expect(id.value); }

  size_t size() const { return views_.size(); }

  // Frees the index: lookups scan all strings until the next one is interned.
  // Assigning {} would keep the vector's memory.
  void Freeze() { buckets_ = std::vector<Bucket>(); }

  // Frees the ids as well: only views of the texts stay valid.
  void ForgetIds() {
    Freeze();
    views_ = Column<std::string_view>();
  }

 private:
  // A bucket of the index: a row of views_ and half of its hash, which is used
  // for growing and rules out most mismatches without reading strings.
  struct Bucket {
    uint32_t hash = 0;
    uint32_t row = kFree;
  };

  static constexpr uint32_t kFree = StringId::kNone;
  // Size of the first block of text; later ones grow, up to a limit.
  static constexpr size_t kFirstBlockBytes = 128;

  std::string_view Keep(std::string_view text);

  // The first bucket from `from` on, cyclically, that is free or has that hash.
  // REQUIRES: there are buckets.
  size_t FirstOfHash(size_t from, uint32_t hash) const;

  // The bucket with `text`, or the free one for it. REQUIRES: there are
  // buckets.
  size_t BucketOf(std::string_view text, uint32_t hash) const;
  void Grow();
  void Place(Bucket bucket);

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_bytes_ = kFirstBlockBytes;  // size of the next block
  size_t left_ = 0;  // bytes free at the end of the last block
  char* next_ = nullptr;
  Column<std::string_view> views_;
  // Open addressing with linear probing; the size is a power of two, at least a
  // quarter of it free.
  std::vector<Bucket> buckets_;
};

}  // namespace tfprof
