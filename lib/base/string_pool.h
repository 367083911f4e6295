// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/ids.h"
#include "base/table_index.h"

namespace tfprof {

// Each distinct string once. Ids count up from 0 in order of first use; views
// stay valid as long as the pool lives, even if it is moved.
class StringPool {
 public:
  StringId Intern(std::string_view text) { return Intern(text, Expect(text)); }

  // Prefetched facts about a text that will be looked up.
  struct Expected {
    uint32_t hash = 0;
    uint32_t row = TableIndex::kNone;  // the row that probably has it
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
  void Freeze() { index_ = TableIndex(); }

  // Frees the ids as well: only views of the texts stay valid.
  void ForgetIds() {
    Freeze();
    views_ = Column<std::string_view>();
  }

 private:
  // Size of the first block of text; later ones grow, up to a limit.
  static constexpr size_t kFirstBlockBytes = 128;

  std::string_view Keep(std::string_view text);

  void IndexAll();

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_bytes_ = kFirstBlockBytes;  // size of the next block
  size_t left_ = 0;  // bytes free at the end of the last block
  char* next_ = nullptr;
  Column<std::string_view> views_;
  TableIndex index_;  // of views_
};

}  // namespace tfprof
