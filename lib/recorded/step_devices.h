// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "recorded/executions.h"
#include "recorded/time_union.h"

namespace tfprof {

// The devices that are occupied in each of some windows. Both may be very many,
// so only pairs that meet are looked at.
class StepDevices {
 public:
  using Pair = std::pair<uint32_t, uint32_t>;  // window, device

  StepDevices(std::vector<TimeSpan> windows,
              std::span<const RecordedDevice> devices);

  const std::vector<Pair>& pairs() const { return pairs_; }

  // Pairs of a window, in ascending order of devices.
  std::span<const Pair> Of(uint32_t window) const;

 private:
  std::vector<Pair> pairs_;  // ascending
};

}  // namespace tfprof
