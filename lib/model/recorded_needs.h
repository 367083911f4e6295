// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfprof {

// What an answer needs of an XSpace beyond executions and the host events that
// tell its steps.
struct RecordedNeeds {
  bool memory = false;         // RecordedHost::memory
  bool unknown_stats = false;  // RecordedHost::unknown_stats, of `info`
};

}  // namespace tfprof
