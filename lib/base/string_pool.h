// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/view_column.h"

namespace tfprof {

// Every distinct string once. Ids count up from 0 in order of first use; views
// stay valid as long as the pool lives, also when the pool is moved.
class StringPool {
 public:
  StringId Intern(std::string_view text) { return Intern(text, Expect(text)); }

  // What is known of a text before it is looked for.
  struct Expected {
    uint32_t hash = 0;
    uint32_t row = kFree;  // that likely has it
  };

  // Let memory fetch what Intern() or Find() of `text` will look at, one behind
  // the other and each some time before the next: where it is indexed, what
  // the index names, and the text there.
  Expected Expect(std::string_view text) const;
  void ExpectView(Expected& expected) const;
  void ExpectText(const Expected& expected) const;

  StringId Intern(std::string_view text, Expected expected);

  // The id of `text`, or an invalid id if it was never interned.
  StringId Find(std::string_view text) const;

  std::string_view operator[](StringId id) const { return views_[id.value]; }

  // Lets memory fetch what the operator above will look at.
  void Expect(StringId id) const { views_.Expect(id.value); }

  size_t size() const { return views_.size(); }

  // Gives back what makes finding strings quick: until the next one is interned
  // all are looked at. An empty list in braces would leave the vector its
  // memory.
  void Freeze() { buckets_ = std::vector<Bucket>(); }

  // The same for what ids stand for: views of the texts are all there is left.
  void ForgetIds() {
    Freeze();
    views_ = ViewColumn();
  }

 private:
  // Of the index: a row of views_ and half of its hash, by which the index
  // grows and tells most strings apart without looking at them.
  struct Bucket {
    uint32_t hash = 0;
    uint32_t row = kFree;
  };

  static constexpr uint32_t kFree = StringId::kNone;
  // Size of the first block of text; later ones grow, up to a limit.
  static constexpr size_t kFirstBlockBytes = 128;

  std::string_view Keep(std::string_view text);

  // From a bucket on, round by round, the first that is free or of that hash.
  // REQUIRES: there are buckets.
  size_t FirstOfHash(size_t from, uint32_t hash) const;

  // The bucket that has `text`, or the free one that it would take. REQUIRES:
  // there are buckets.
  size_t BucketOf(std::string_view text, uint32_t hash) const;
  void Grow();
  void Place(Bucket bucket);

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_bytes_ = kFirstBlockBytes;  // of the next block
  size_t left_ = 0;  // bytes free at the end of the last block
  char* next_ = nullptr;
  ViewColumn views_;
  // A power of two, of which a quarter is free at least. A string is in the
  // first free one from where its hash points.
  std::vector<Bucket> buckets_;
};

}  // namespace tfprof
