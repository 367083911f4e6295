// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tfprof {

// The kind of records that a device of step stats has. Several lines of a GPU
// repeat the same work.
enum class StepLine : uint8_t {
  kOperations,  // "/job:w/replica:0/task:0/device:GPU:0"
  kStream,      // "/device:GPU:0/stream:14"
  kAllStreams,  // "/device:GPU:0/stream:all"
  kCopies,      // "/device:GPU:0/memcpy"
  kOther,       // "/device:GPU:0/sync", "/host:CPU": repeats other lines
};

struct StepLineInfo {
  StepLine line = StepLine::kOther;
  std::string_view gpu;   // for streams and copies: "/device:GPU:0"
  std::string_view host;  // "/job:w/replica:0/task:0"; may be empty
};

StepLineInfo ReadStepLine(std::string_view device);

// By line of a step: true if it only repeats the records of other lines. The
// streams of a GPU count, or stream:all and memcpy if no stream has records.
// `line_of(i)` returns the kind of line i.
std::vector<bool> RepeatingLines(
    const std::function<StepLineInfo(size_t)>& line_of,
    const std::vector<bool>& has_records);

inline constexpr uint32_t kNoGpu = UINT32_MAX;

// 1 of "/job:w/task:0/device:GPU:1/stream:14" and of "/gpu:1"; kNoGpu if the
// name tells of no GPU.
uint32_t GpuNumberOf(std::string_view device);

// True if a text names a copy or a fill of memory.
bool MentionsCopy(std::string_view text);

}  // namespace tfprof
