// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

// What is found out about texts, such as their ids. Very many events of a file
// may refer to one long text of it, which is looked at once: such are known by
// where they are, and stay there.
template <typename Found>
class OncePerText {
 public:
  // What `find(text)` gives, or gave before. REQUIRES: `find` asks for nothing
  // here.
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
