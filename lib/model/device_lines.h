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

// What is kept of each device of a step that is being read, in the order in
// which devices turn up. A Line has a `name`, and stays where it is. Most steps
// have few devices; saved profiles keep many steps open.
template <typename Line>
class DeviceLines {
 public:
  // The line of a device, made by `make()` if there is none.
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

  // One past the last if there is none.
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
  TableIndex by_name_;  // only where there are many
};

}  // namespace tfprof
