// SPDX-License-Identifier: Apache-2.0
// Regions: the annotations and markers of a program as a tree. Times are
// picoseconds, of the whole recording.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/waiting/host_view.h"

namespace tfprof {

class RegionTree {
 public:
  struct Region {
    uint32_t parent = kNoRow;  // kNoRow: it is an outermost one
    StringId name;             // a part of an annotation's name between '/'
    uint64_t count = 0;
    int64_t total_ps = 0;
    int64_t self_ps = 0;    // without regions directly in it
    int64_t device_ps = 0;  // the lengths of all works launched in it
    bool is_named = false;  // not only the beginning of a name with '/'
  };

  explicit RegionTree(const HostView& view);

  const Region& operator[](uint32_t region) const { return regions_[region]; }

  // The names from the outermost, "train/logging/write".
  std::string PathOf(uint32_t region) const;

  // Those that are named, by total time, then by path.
  std::vector<uint32_t> InOrder() const;

 private:
  class Maker;

  StringPool names_;
  std::vector<Region> regions_;
};

}  // namespace tfprof
