// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

// A cache of results about texts, such as their ids. Very many events of a file
// may refer to one long text, which is looked up once: long texts are
// identified by their address, which must not change.
template <typename Found>
class OncePerText {
 public:
  // The result of `find(text)`, now or earlier. REQUIRES: `find` does not use
  // this cache.
  template <typename Find>
  Found Of(std::string_view text, Find find) {
    if (text.size() < kLong) return find(text);
    const Place place{text.data(), text.size()};
    const auto known = found_.find(place);
    if (known != found_.end()) return known->second;
    return found_.insert({place, find(text)}).first->second;
  }

  void clear() { found_ = {}; }

 private:
  static constexpr size_t kLong = 128;

  struct Place {
    const char* begin = nullptr;
    size_t size = 0;

    friend bool operator==(const Place&, const Place&) = default;
  };

  struct PlaceHash {
    size_t operator()(const Place& place) const {
      return IntHash()(reinterpret_cast<uintptr_t>(place.begin) ^
                       (uint64_t{place.size} << 40));
    }
  };

  tsl::robin_map<Place, Found, PlaceHash> found_;
};

}  // namespace tfprof
