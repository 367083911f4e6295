// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/memory/account.h"

namespace tfprof {

// The bytes that a step's buffers took, over time.
struct MemoryCurve {
  // The times at which something changed, in us, ascending, and the bytes from
  // then on.
  std::vector<int64_t> at_us;
  std::vector<int64_t> bytes;
  // The greatest of these, and what it might have been if within a microsecond
  // allocations came before releases.
  int64_t peak_bytes = 0;
  int64_t at_most_bytes = 0;
  std::optional<int64_t> peak_us;  // the first time; none if nothing was taken
};

// Of buffers of at least `least_block` bytes.
MemoryCurve CurveOf(std::span<const Buffer> buffers, int64_t least_block);

struct BaseLevel {
  std::optional<int64_t> bytes;  // none without samples
  int64_t agree = 0;             // samples that agree with it
};

// The bytes held before the step that most samples of bytes in use agree with.
BaseLevel FindBase(const MemoryCurve& curve,
                   std::span<const MemoryAccount::Sample> samples);

}  // namespace tfprof
