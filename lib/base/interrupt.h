// SPDX-License-Identifier: Apache-2.0
// Interrupts (SIGINT) as a flag to poll instead of the end of the process.
#pragma once

namespace tfprof {

// Makes interrupts set the flag, and blocking system calls return within a
// second; writes fail with kInterrupted. Also uses SIGALRM.
void CatchInterrupts();

bool WasInterrupted();

void ClearInterrupt();

}  // namespace tfprof
