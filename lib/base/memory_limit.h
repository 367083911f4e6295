// SPDX-License-Identifier: Apache-2.0
// Limits the memory of the process, and remembers its use when it ran out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/resource.h>

namespace tfprof {

// Sanitizers reserve far more memory than they use.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TFPROF_CAN_LIMIT_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TFPROF_CAN_LIMIT_MEMORY 0
#else
#define TFPROF_CAN_LIMIT_MEMORY 1
#endif
#else
#define TFPROF_CAN_LIMIT_MEMORY 1
#endif

inline constexpr bool kCanLimitMemory = TFPROF_CAN_LIMIT_MEMORY;

// Three quarters of the machine's memory, or of the control group's limit. None
// if the system does not report it.
std::optional<uint64_t> DefaultMemoryLimit();

// Limits the process to `bytes` beyond its current memory during the lifetime
// of this object; further allocations throw std::bad_alloc. Mapped inputs and
// the stacks of `threads` threads do not count. Does nothing unless
// kCanLimitMemory.
class MemoryLimit {
 public:
  MemoryLimit(uint64_t bytes, int threads);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::optional<rlimit> before_;
};

// Names the purpose of this thread's allocations during its lifetime, such as
// "the rows of a view". The innermost scope counts. The text is not copied.
class AllocationScope {
 public:
  explicit AllocationScope(std::string_view what);
  ~AllocationScope();
  AllocationScope(const AllocationScope&) = delete;
  AllocationScope& operator=(const AllocationScope&) = delete;

 private:
  std::string_view before_;
};

// Remembers the current AllocationScope, and throws std::bad_alloc.
[[noreturn]] void RefuseMemory();

// The AllocationScope, on any thread, in which memory was last refused. Empty
// if unknown.
std::string KeptWhenRefused();

// True if memory was refused on any thread.
bool WasMemoryRefused();

// Makes failed allocations of the system call RefuseMemory().
void WatchForRefusedMemory();

}  // namespace tfprof
