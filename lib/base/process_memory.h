// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfprof {

// Memory of this process in bytes; 0 if the system does not say.
struct ProcessMemory {
  uint64_t anonymous = 0;  // that is resident
  uint64_t data = 0;       // what RLIMIT_DATA counts
};

// Allocates nothing.
ProcessMemory LookAtProcess();

}  // namespace tfprof
