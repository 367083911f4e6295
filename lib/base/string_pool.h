// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <tsl/robin_set.h>

#include "base/ids.h"

namespace tfprof {

// Every distinct string once. Ids count up from 0 in order of first use; views
// stay valid as long as the pool lives, also when the pool is moved.
class StringPool {
 public:
  StringPool();

  StringId Intern(std::string_view text);

  // The id of `text`, or an invalid id if it was never interned.
  StringId Find(std::string_view text) const;

  std::string_view operator[](StringId id) const {
    return store_->views[id.value];
  }

  size_t size() const { return store_->views.size(); }

 private:
  // Size of the first block of text; later ones grow, up to a limit.
  static constexpr size_t kFirstBlockBytes = 128;

  struct Store {
    std::vector<std::unique_ptr<char[]>> blocks;
    size_t block_bytes = kFirstBlockBytes;  // of the next block
    size_t left = 0;  // bytes free at the end of the last block
    char* next = nullptr;
    std::vector<std::string_view> views;

    std::string_view Keep(std::string_view text);
  };

  // The index holds row numbers and hashes the strings behind them, so it
  // costs 16 bytes a bucket instead of a view and a number.
  struct Hash {
    using is_transparent = void;
    const Store* store;
    size_t operator()(std::string_view text) const;

    size_t operator()(uint32_t row) const { return (*this)(store->views[row]); }
  };

  struct Equal {
    using is_transparent = void;
    const Store* store;

    bool operator()(uint32_t a, uint32_t b) const { return a == b; }

    bool operator()(std::string_view a, uint32_t b) const {
      return a == store->views[b];
    }

    bool operator()(uint32_t a, std::string_view b) const {
      return store->views[a] == b;
    }
  };

  std::unique_ptr<Store> store_;
  tsl::robin_set<uint32_t, Hash, Equal, std::allocator<uint32_t>, true> index_;
};

}  // namespace tfprof
