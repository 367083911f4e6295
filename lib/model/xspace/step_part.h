// SPDX-License-Identifier: Apache-2.0
// What a step's time goes into.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/small_vector.h"

namespace tfprof {

// In the order of rank: of what happens at the same time the last counts.
enum class StepPart : uint8_t {
  kUnknown,
  kHostCompute,
  kHostCompile,
  kHostToHost,
  kHostToDevice,
  kHostPrepare,
  kCollective,
  kWaitForInput,
  kDeviceToDevice,
  kDeviceToHost,
  kDevice32,
  kDevice16,
};

inline constexpr size_t kStepParts = 12;

// How long each part of a step was. Steps have few parts and may be very many,
// so that only what took time is kept.
class PartTimes {
 public:
  PartTimes() = default;

  // NOLINTNEXTLINE(google-explicit-constructor): it is one.
  PartTimes(const std::array<int64_t, kStepParts>& ps) {
    for (size_t part = 0; part < kStepParts; ++part) {
      if (ps[part] != 0) (*this)[part] = ps[part];
    }
  }

  int64_t operator[](size_t part) const {
    return Has(part) ? ps_[PlaceOf(part)] : 0;
  }

  int64_t& operator[](size_t part) {
    const size_t place = PlaceOf(part);
    if (Has(part)) return ps_[place];
    has_ = static_cast<uint16_t>(has_ | 1u << part);
    return ps_.insert(place, 0);
  }

 private:
  bool Has(size_t part) const { return (has_ >> part & 1) != 0; }

  // How many of those before it are kept.
  size_t PlaceOf(size_t part) const {
    return static_cast<size_t>(
        std::popcount(static_cast<unsigned>(has_) & ((1u << part) - 1)));
  }

  uint16_t has_ = 0;  // by part
  SmallVector<int64_t, 2> ps_;
};

}  // namespace tfprof
