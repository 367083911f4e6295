// SPDX-License-Identifier: Apache-2.0
#include "base/standard_streams.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tfprof {

void OccupyClosedStreams() {
  // In this order each closed stream gets its own number.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

bool ShouldTryAgain(int descriptor, Direction direction) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  const bool reads = direction == Direction::kRead;
  pollfd waited{descriptor, static_cast<short>(reads ? POLLIN : POLLOUT), 0};
  constexpr int kForever = -1;
  if (poll(&waited, 1, kForever) >= 0 || errno == EINTR) return true;
  errno = EAGAIN;
  return false;
}

}  // namespace tfprof
