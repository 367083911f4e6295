// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "app.h"
#include "base/emergency.h"
#include "base/memory_limit.h"
#include "base/writer.h"

namespace {

// A file that is opened would take the place of a standard stream that is
// closed, and get what is meant for that. Neither can be used.
void OccupyClosedStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  OccupyClosedStreams();
  // A reader that stops early, such as head, is not an error.
  std::signal(SIGPIPE, SIG_IGN);
  tfprof::CatchEmergencies(tfprof::kExitInput);
  tfprof::WatchForRefusedMemory();
  tfprof::DescriptorWriter out(STDOUT_FILENO, "stdout");
  tfprof::DescriptorWriter err(STDERR_FILENO, "stderr");
  try {
    const std::vector<std::string> args(argv + (argc > 0), argv + argc);
    return tfprof::RunApp(args, out, err);
  } catch (const std::bad_alloc&) {
    // Before there is a command, or where there was none to say so with.
    (void)err.Write("tfprof: out of memory\n");
    return tfprof::kExitInput;
  } catch (const std::exception& failure) {
    (void)err.Write(std::string("tfprof: mistake in the program: ") +
                    failure.what() + '\n');
  }
  return tfprof::kExitInternal;
}
