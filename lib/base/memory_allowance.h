// SPDX-License-Identifier: Apache-2.0
// The memory allowance of an answer, in proportion to its input. A file may
// have millions of nearly empty parts, each of which takes many times its
// bytes; files written by programs take far less than the allowance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tfprof {

// During its lifetime, if it is limited, allocations throw std::bad_alloc once
// the anonymous memory of the process exceeds kAlways plus kTimes the bytes of
// the inputs opened so far; memory from before the answer counts up to 16 MB.
// Requires that operator new calls AboutToAllocate(), that readers call
// ChargeInput(), and kCanLimitMemory.
class MemoryAllowance {
 public:
  static constexpr uint64_t kAlways = 256'000'000;
  static constexpr uint64_t kTimes = 16;

  explicit MemoryAllowance(bool is_limited = true);
  ~MemoryAllowance();
  MemoryAllowance(const MemoryAllowance&) = delete;
  MemoryAllowance& operator=(const MemoryAllowance&) = delete;
};

// Reports the size of an input after decompression, as far as it is known: the
// largest of several calls for one path counts. Thread-safe.
void CountInput(const std::string& path, uint64_t bytes);

// The allowance in bytes, if it has refused memory on any thread; else 0.
uint64_t ExceededShare();

// Bytes that this thread may still allocate before it checks the memory of the
// process.
inline constinit thread_local int64_t bytes_before_look = 0;

void CheckNow(size_t size);

inline void AboutToAllocate(size_t size) {
  bytes_before_look -= static_cast<int64_t>(size);
  if (bytes_before_look < 0) CheckNow(size);
}

// Call before the allocation of a table that is written as a whole at once. For
// growing lists of the same size, half is assumed to be owned already.
void ChargeBlock(size_t size);

// Accounts for input that was read: lists with spare capacity grow without an
// allocation, and a part of two bytes takes many times as much there.
inline void ChargeInput(size_t bytes) {
  constexpr size_t kMostTimes = 32;
  bytes_before_look -= static_cast<int64_t>(kMostTimes * bytes);
  if (bytes_before_look < 0) CheckNow(0);
}

}  // namespace tfprof
