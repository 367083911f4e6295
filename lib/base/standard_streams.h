// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfprof {

// A file that is opened would take the place of a standard stream that is
// closed, and get what is meant for that. Lets neither be used: reading and
// writing fail as before.
void OccupyClosedStreams();

enum class Direction : uint8_t { kRead, kWrite };

// Whether a call that failed, of which errno tells, is to be made again: it was
// interrupted, or who shares the stream with us has made it fail rather than
// wait. Then this waits.
bool ShouldTryAgain(int descriptor, Direction direction);

}  // namespace tfprof
