// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "recorded/recorded_host.h"

namespace tfprof {

// The operations of TensorFlow that CPUs are busy with, rows of
// RecordedHost::events by line; none if an accelerator has executions.
std::vector<uint32_t> BusyOperationsOf(const RecordedHost& host);

// Of HostEvents::Stats::has: the event has a stat that only the runtime gives.
inline constexpr uint16_t kHasStatOfRuntime = 512;

}  // namespace tfprof
