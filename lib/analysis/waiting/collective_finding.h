// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

// A device for which the others wait in collectives.
struct CollectiveFinding {
  std::string text;    // the finding and the remedy
  std::string device;  // the one that comes last
  double mean_ns = 0;  // the longest wait of a device, as a part of a mean step
};

// The largest of the processes of a capture. Nothing if no device waits for
// more than 5 % of the time from its first work to its last.
std::optional<CollectiveFinding> FindCollectiveFinding(
    const RecordedWaiting& waiting);

}  // namespace tfprof
