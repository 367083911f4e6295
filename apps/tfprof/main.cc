// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

#include "app.h"
#include "base/emergency.h"
#include "base/memory_limit.h"
#include "base/standard_streams.h"
#include "base/writer.h"

int main(int argc, char** argv) {
  tfprof::OccupyClosedStreams();
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
    // Memory ran out before a command existed, or before it could report it.
    (void)err.Write("tfprof: out of memory\n");
    return tfprof::kExitInput;
  } catch (const std::exception& failure) {
    (void)err.Write(std::string("tfprof: internal error: ") + failure.what() +
                    '\n');
  }
  return tfprof::kExitInternal;
}
