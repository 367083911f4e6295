// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <csignal>

namespace tfprof {

namespace {

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};

  action.sa_handler = [](int) { interrupted = 1; };
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool WasInterrupted() { return interrupted != 0; }

void ClearInterrupt() { interrupted = 0; }

}  // namespace tfprof
