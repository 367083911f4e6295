// SPDX-License-Identifier: Apache-2.0
// Interrupts (SIGINT) as something to look at instead of the end.
#pragma once

namespace tfprof {

// From now on an interrupt is noted, and system calls that wait return, within a
// second. What is being written fails with kInterrupted. Takes SIGALRM as well.
void CatchInterrupts();

bool WasInterrupted();

void ClearInterrupt();

}  // namespace tfprof
