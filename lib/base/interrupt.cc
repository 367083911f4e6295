// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <csignal>

#include <unistd.h>

namespace tfprof {

namespace {

volatile std::sig_atomic_t interrupted = 0;

// An interrupt between a check of the flag and a blocking system call would go
// unnoticed, so an alarm repeats it until it is cleared.
void Note(int signal) {
  if (signal == SIGINT) interrupted = 1;
  if (interrupted != 0) alarm(1);
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};

  action.sa_handler = Note;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGALRM, &action, nullptr);
}

bool WasInterrupted() { return interrupted != 0; }

void ClearInterrupt() {
  interrupted = 0;
  alarm(0);
}

}  // namespace tfprof
