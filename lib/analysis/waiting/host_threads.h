// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/waiting/event_kinds.h"
#include "analysis/waiting/flat_lines.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// The threads of the host by their use.
class HostThreads {
 public:
  HostThreads(const RecordedHost& host, const FlatLines& lines,
              const std::vector<EventKind>& kinds);

  // By row of RecordedHost::lines: a thread of the program.
  std::vector<bool> is_program;

  // The thread of the program's loop; kNoRow without host threads.
  uint32_t main_line = kNoRow;

  // By line: the thread that made the calls that the tracer of a driver put on
  // this line; the line itself otherwise.
  std::vector<uint32_t> owner;
};

}  // namespace tfprof
