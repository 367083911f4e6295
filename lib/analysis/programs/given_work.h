// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex_set.h"

namespace tfprof {

// The work of instructions that nobody can count, as the user gives it. Unknown
// work becomes known by it; recorded and counted work stays.
class GivenWork {
 public:
  struct Entry {
    RegexSet name;  // of a whole instruction, op or kernel
    // Of one run; nothing: not given.
    std::optional<int64_t> float_ops;
    std::optional<int64_t> bytes;
  };

  static constexpr size_t kNone = SIZE_MAX;

  void Add(Entry entry) { entries_.push_back(std::move(entry)); }

  bool empty() const { return entries_.empty(); }

  // The first entry for the name; kNone: there is none.
  size_t Find(std::string_view name) const;

  // REQUIRES: a result of Find other than kNone.
  const Entry& operator[](size_t entry) const { return entries_[entry]; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace tfprof
