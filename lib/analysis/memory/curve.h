// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/memory/account.h"

namespace tfprof {

// The bytes of a step's buffers over time.
struct MemoryCurve {
  // Times of changes, in us, ascending, and the bytes from each time on.
  std::vector<int64_t> at_us;
  std::vector<int64_t> bytes;
  // The maximum, and the possible maximum: within a microsecond allocations may
  // have come before releases.
  int64_t peak_bytes = 0;
  int64_t at_most_bytes = 0;
  std::optional<int64_t> peak_us;  // first time of the peak; none if always 0
};

// The curve of buffers of at least `least_block` bytes.
MemoryCurve CurveOf(std::span<const Buffer> buffers, int64_t least_block);

struct BaseLevel {
  std::optional<int64_t> bytes;  // none without samples
  int64_t agree = 0;             // samples that agree with it
};

// The bytes held before the step that agree with the most samples.
BaseLevel FindBase(const MemoryCurve& curve,
                   std::span<const MemoryAccount::Sample> samples);

}  // namespace tfprof
