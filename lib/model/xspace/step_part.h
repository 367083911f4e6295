// SPDX-License-Identifier: Apache-2.0
// What a step's time goes into.
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace tfprof
