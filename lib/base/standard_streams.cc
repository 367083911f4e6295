// SPDX-License-Identifier: Apache-2.0
#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

namespace tfprof {

void OccupyClosedStreams() {
  // In this order each gets the number that it lacks.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace tfprof
