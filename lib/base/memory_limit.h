// SPDX-License-Identifier: Apache-2.0
// How much memory the process may take, and what it was taken for when there
// was no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/resource.h>

namespace tfprof {

// Sanitizers reserve far more than they use.
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

// Three quarters of the machine's memory, or of what the control group may
// take of it. None if the system does not say.
std::optional<uint64_t> DefaultMemoryLimit();

// While it lives, the process gets at most `bytes` beyond the memory it has,
// then std::bad_alloc. Mapped inputs and the stacks of `threads` threads do not
// count. Does nothing unless kCanLimitMemory.
class MemoryLimit {
 public:
  MemoryLimit(uint64_t bytes, int threads);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::optional<rlimit> before_;
};

// Says what memory is taken for on this thread while it lives, such as "the
// rows of a view". The innermost one counts. The text is not copied.
class AllocationScope {
 public:
  explicit AllocationScope(std::string_view what);
  ~AllocationScope();
  AllocationScope(const AllocationScope&) = delete;
  AllocationScope& operator=(const AllocationScope&) = delete;

 private:
  std::string_view before_;
};

// Remembers what is being kept, and throws std::bad_alloc.
[[noreturn]] void RefuseMemory();

// What was being kept, on any thread, when memory was last refused. Empty if
// that is not known.
std::string KeptWhenRefused();

// Whether memory was refused to anybody.
bool WasMemoryRefused();

// Has RefuseMemory() called where the system has no memory left.
void WatchForRefusedMemory();

}  // namespace tfprof
