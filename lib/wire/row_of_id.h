// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/ids.h"

namespace tfprof {

// Rows of a table by the id that the file gives them. Ids mostly count from 1.
class RowOfId {
 public:
  static constexpr uint32_t kNone = Id<void>::kNone;

  void Set(int64_t id, uint32_t row) {
    const auto small = static_cast<uint64_t>(id);
    if (small >= kMostSmall) {
      if (large_ == nullptr) large_ = std::make_unique<LargeIds>();
      (*large_)[id] = row;
      return;
    }
    if (small_.size() <= small) small_.resize(small + 1, kNone);
    small_[small] = row;
  }

  uint32_t Find(int64_t id) const {
    const auto small = static_cast<uint64_t>(id);
    if (small < small_.size()) return small_[small];
    if (large_ == nullptr) return kNone;
    const auto found = large_->find(id);
    return found == large_->end() ? kNone : found->second;
  }

 private:
  using LargeIds = tsl::robin_map<int64_t, uint32_t, IntHash>;

  static constexpr uint64_t kMostSmall = uint64_t{1} << 16;

  std::vector<uint32_t> small_;
  std::unique_ptr<LargeIds> large_;  // few planes have any
};

}  // namespace tfprof
