// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"

namespace tfprof {

// True if `content` begins as a zstd frame.
bool IsZstd(std::string_view content);

// Decompresses all frames, until there are `most` bytes or more. Messages name
// `path`; `meter` may be null. Sets `is_cut_short` if the input ends early and
// `limits` allows it. Errors: kCorrupt, kLimit.
Result<std::string> UnpackZstd(std::string_view packed, const std::string& path,
                               const ReadLimits& limits, ReadMeter* meter,
                               size_t most, bool& is_cut_short);

}  // namespace tfprof
