// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfprof {

// The parts of an XSpace that an answer needs besides executions and the host
// events that define its steps.
struct RecordedNeeds {
  bool memory = false;         // RecordedHost::memory
  bool unknown_stats = false;  // RecordedHost::unknown_stats, of `info`
};

}  // namespace tfprof
