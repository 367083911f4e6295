// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "base/ids.h"

namespace tfprof {

// The types of a node, for accounting and lookups. Valid as long as its source
// list.
class TypeList {
 public:
  explicit TypeList(std::span<const StringId> listed)
      : listed_(listed.data()), size_(listed.size()) {}

  // From two types, which may be invalid or equal.
  TypeList(StringId first, StringId second) {
    if (first.valid()) own_[size_++] = first;
    if (second.valid() && second != first) own_[size_++] = second;
  }

  const StringId* begin() const {
    return listed_ != nullptr ? listed_ : own_.data();
  }

  const StringId* end() const { return begin() + size_; }
  size_t size() const { return size_; }
  StringId operator[](size_t i) const { return begin()[i]; }

 private:
  const StringId* listed_ = nullptr;
  std::array<StringId, 2> own_;
  size_t size_ = 0;
};

}  // namespace tfprof
