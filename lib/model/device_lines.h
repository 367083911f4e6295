// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "base/table_index.h"

namespace tfprof {

// The state of each device of a step being read, in order of appearance. A Line
// has a `name` and a stable address. Most steps have few devices; saved
// profiles keep many steps open.
template <typename Line>
class DeviceLines {
 public:
  // The line of a device; `make()` creates it if there is none.
  template <typename Make>
  Line& Of(StringId name, Make make) {
    const uint32_t place = PlaceOf(name);
    if (place == lines_.size()) {
      lines_.push_back(std::make_unique<Line>(make()));
    }
    return *lines_[place];
  }

  size_t size() const { return lines_.size(); }

  auto begin() const { return lines_.begin(); }

  auto end() const { return lines_.end(); }

 private:
  static constexpr uint32_t kFew = 8;

  // The number of lines if there is none.
  uint32_t PlaceOf(StringId name) {
    const auto next = static_cast<uint32_t>(lines_.size());
    if (next < kFew) {
      uint32_t place = 0;
      while (place < next && lines_[place]->name != name) ++place;
      return place;
    }
    if (next == kFew) {
      for (uint32_t place = 0; place < kFew; ++place) {
        Index(lines_[place]->name, place);
      }
    }
    return Index(name, next);
  }

  uint32_t Index(StringId name, uint32_t place) {
    return by_name_.FindOrAdd(IntHash()(name.value), place, [&](uint32_t at) {
      return lines_[at]->name == name;
    });
  }

  std::vector<std::unique_ptr<Line>> lines_;
  TableIndex by_name_;  // used if there are many
};

}  // namespace tfprof
