// SPDX-License-Identifier: Apache-2.0
#include "base/heap.h"

#include <cstdlib>
#include <mutex>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace tfprof {

#if defined(__GLIBC__)

namespace {

// The size from which blocks are mapped one by one and unmapped when they are
// freed. Growing columns leave their former sizes behind in a heap, which
// matters for small inputs; for large ones mapping takes longer.
constexpr int kMappedOfFew = 512 << 10;
constexpr int kMappedOfMany = 4 << 20;
constexpr size_t kMany = size_t{32} << 20;
// The growth of the heap after the reserved memory is used.
constexpr int kLaterBytes = 1 << 20;

void Reserve(size_t bytes) {
  const int mapped = bytes >= kMany ? kMappedOfMany : kMappedOfFew;
  mallopt(M_MMAP_THRESHOLD, mapped);
  if (bytes == 0) {
    mallopt(M_TRIM_THRESHOLD, kMappedOfMany);
    return;
  }
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * bytes));
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  // More than the heap has left, so it grows. `volatile`, since a compiler may
  // remove an unused block.
  void* volatile block = std::malloc(static_cast<size_t>(mapped) / 2);
  std::free(block);
  mallopt(M_TOP_PAD, kLaterBytes);
}

}  // namespace

void ReserveHeap(size_t bytes) {
  static std::once_flag first;
  static std::once_flag first_of_some;
  std::call_once(first, [] { Reserve(0); });
  if (bytes > 0) std::call_once(first_of_some, [&] { Reserve(bytes); });
}

void GiveBackFreed() { malloc_trim(0); }

void ShareHeap() { mallopt(M_ARENA_MAX, 1); }

#else

void ReserveHeap(size_t) {}

void GiveBackFreed() {}

void ShareHeap() {}

#endif

}  // namespace tfprof
