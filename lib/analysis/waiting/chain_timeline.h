// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/waiting/recorded_path.h"
#include "model/trace.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// The works in the median step of a recording, with its chains, one for each
// process, in rows of their own at the top, and a mark on the works in them.
TracedStep ChainTimeline(const std::shared_ptr<const RecordedPath>& path);

// The events of `trace`, which has those of one process, that are works on the
// chain of the median step, ascending. They are found by time.
std::vector<uint32_t> EventsOnChain(const RecordedPath& path,
                                    const Trace& trace);

}  // namespace tfprof
