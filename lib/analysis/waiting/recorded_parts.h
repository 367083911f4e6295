// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/difference/difference.h"
#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

// The parts of the chosen steps of a recording, seen over all devices of a
// process: exposed work by operation or kind, idle time by reason.
RunParts PartsOf(const RecordedWaiting& waiting);

}  // namespace tfprof
