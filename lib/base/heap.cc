// SPDX-License-Identifier: Apache-2.0
#include "base/heap.h"

#include <cstdint>
#include <cstdlib>
#include <mutex>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace tfprof {

#if defined(__GLIBC__)

namespace {

constexpr size_t kLargePage = size_t{2} << 20;
// From here on blocks are mapped one by one, and given back when they are
// freed.
constexpr int kMappedBytes = 4 << 20;
// By which the heap grows when all that was reserved is used.
constexpr int kLaterBytes = 1 << 20;

void Reserve(size_t bytes) {
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * bytes));
  const auto before = reinterpret_cast<uintptr_t>(sbrk(0));
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  // More than the heap has left, so that it grows. A compiler may leave out a
  // block that nobody looks at.
  void* volatile block = std::malloc(kMappedBytes / 2);
  std::free(block);
  mallopt(M_TOP_PAD, kLaterBytes);
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0));
  const uintptr_t begin = (before + kLargePage - 1) / kLargePage * kLargePage;
  if (begin < end) {
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
}

}  // namespace

void ReserveHeap(size_t bytes) {
  static std::once_flag first;
  std::call_once(first, [&] { Reserve(bytes); });
}

void ShareHeap() { mallopt(M_ARENA_MAX, 1); }

#else

void ReserveHeap(size_t) {}

void ShareHeap() {}

#endif

}  // namespace tfprof
