// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfprof {

// Opens placeholders for closed standard streams, whose numbers newly opened
// files would otherwise get, and with them output that is meant for the stream.
// Reading and writing the placeholders fail as before.
void OccupyClosedStreams();

enum class Direction : uint8_t { kRead, kWrite };

// True if the failed call should be retried: EINTR, or EAGAIN on a non-blocking
// stream; then waits until the stream is ready.
bool ShouldTryAgain(int descriptor, Direction direction);

}  // namespace tfprof
