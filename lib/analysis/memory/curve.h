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
  // The most bytes within the microsecond of each time, allocations first.
  std::vector<int64_t> at_most;
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

// A time in which the reports of an allocator agree on the bytes that no record
// of the step holds: tensors from before it, and tensors from other devices.
struct Stretch {
  int64_t from_us = 0;
  int64_t to_us = 0;
  int64_t low = 0;
  int64_t high = 0;
};

// The stretches of a step, in order of time. A report begins a new stretch if
// it does not fit into the current one.
std::vector<Stretch> StretchesOf(const MemoryCurve& curve,
                                 std::vector<MemoryAccount::Sample> samples);

// For each time of `curve`, the bytes in no record: `low` and `high`. Between
// two stretches either may hold. REQUIRES: there are stretches.
std::vector<Stretch> UnrecordedOver(const MemoryCurve& curve,
                                    std::span<const Stretch> stretches);

// The peak of everything in an allocator.
struct WholePeak {
  int64_t bytes = 0;
  int64_t at_most_bytes = 0;
  std::optional<int64_t> at_us;  // first time of `bytes`; none without a curve
  int64_t unrecorded = 0;        // bytes in no record at that time
};

// REQUIRES: there are stretches.
WholePeak FindWholePeak(const MemoryCurve& curve,
                        std::span<const Stretch> stretches);

}  // namespace tfprof
