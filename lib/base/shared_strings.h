// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/string_pool.h"

namespace tfprof {

// A pool of strings with several owners, possibly very many.
class SharedStrings {
 public:
  StringId Intern(std::string_view text) { return pool_->Intern(text); }

  StringId Find(std::string_view text) const { return pool_->Find(text); }

  std::string_view operator[](StringId id) const { return (*pool_)[id]; }

  size_t size() const { return pool_->size(); }

  // NOLINTNEXTLINE(google-explicit-constructor): who reads needs no owner.
  operator const StringPool&() const { return *pool_; }

  // True if both are the same pool.
  friend bool operator==(const SharedStrings&, const SharedStrings&) = default;

  // Affects all owners.
  void Freeze() { pool_->Freeze(); }

 private:
  std::shared_ptr<StringPool> pool_ = std::make_shared<StringPool>();
};

}  // namespace tfprof
