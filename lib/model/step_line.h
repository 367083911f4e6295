// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tfprof {

// What the records of a device of step stats are. Several lines of a GPU repeat
// the same work.
enum class StepLine : uint8_t {
  kOperations,  // "/job:w/replica:0/task:0/device:GPU:0"
  kStream,      // "/device:GPU:0/stream:14"
  kAllStreams,  // "/device:GPU:0/stream:all"
  kCopies,      // "/device:GPU:0/memcpy"
  kOther,       // "/device:GPU:0/sync", "/host:CPU": again what others have
};

struct StepLineInfo {
  StepLine line = StepLine::kOther;
  std::string_view gpu;   // of streams and copies: "/device:GPU:0"
  std::string_view host;  // "/job:w/replica:0/task:0"; may be empty
};

StepLineInfo ReadStepLine(std::string_view device);

// By line of a step, whether it only repeats the records of other lines: of a
// GPU the streams count, or stream:all and memcpy if no stream has records.
// `line_of` a number from 0 is what that line is.
std::vector<bool> RepeatingLines(
    const std::function<StepLineInfo(size_t)>& line_of,
    const std::vector<bool>& has_records);

// Whether a text tells of a copy or of filling memory.
bool MentionsCopy(std::string_view text);

}  // namespace tfprof
