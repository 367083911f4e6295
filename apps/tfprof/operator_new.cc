// SPDX-License-Identifier: Apache-2.0
// The program's own operator new, which checks the process's memory from time
// to time. Arrays are allocated here as well; delete is the default one.
#include <cstdlib>
#include <new>

#include "base/memory_allowance.h"
#include "base/memory_limit.h"

// Sanitizers replace it to detect invalid deletes.
#if TFPROF_CAN_LIMIT_MEMORY

void* operator new(std::size_t size) {
  tfprof::AboutToAllocate(size);
  while (true) {
    if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

#endif
