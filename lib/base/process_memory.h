// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfprof {

// Memory of this process in bytes; 0 if the system does not report it.
struct ProcessMemory {
  uint64_t anonymous = 0;  // resident
  uint64_t data = 0;       // counted by RLIMIT_DATA
};

// Does not allocate.
ProcessMemory LookAtProcess();

}  // namespace tfprof
