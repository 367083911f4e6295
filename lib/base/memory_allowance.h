// SPDX-License-Identifier: Apache-2.0
// What an answer may take in proportion to its input. A file can say next to
// nothing in millions of parts, each of which takes many times its bytes; what
// programs write takes far less than this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tfprof {

// While it lives, if it is limited, whoever allocates gets std::bad_alloc once
// the anonymous memory of the process is beyond kAlways and kTimes the bytes of
// the inputs that have been opened so far; what the process has of it before an
// answer is begun counts up to 16 MB. Works only where operator new calls
// AboutToAllocate(), and readers ChargeInput(), and only if kCanLimitMemory.
class MemoryAllowance {
 public:
  static constexpr uint64_t kAlways = 64'000'000;
  static constexpr uint64_t kTimes = 6;

  explicit MemoryAllowance(bool is_limited = true);
  ~MemoryAllowance();
  MemoryAllowance(const MemoryAllowance&) = delete;
  MemoryAllowance& operator=(const MemoryAllowance&) = delete;
};

// Of an input, how many bytes of it there are after decompression, as far as
// that is known: of several calls for one path the largest counts. May be
// called from any thread.
void CountInput(const std::string& path, uint64_t bytes);

// What could not be exceeded, if that has refused memory to anybody; else 0.
uint64_t ExceededShare();

// Bytes that this thread may still take before it looks how much memory the
// process has.
inline constinit thread_local int64_t bytes_before_look = 0;

void CheckNow(size_t size);

inline void AboutToAllocate(size_t size) {
  bytes_before_look -= static_cast<int64_t>(size);
  if (bytes_before_look < 0) CheckNow(size);
}

// Before a table is allocated that is written to as a whole at once. Of lists
// that grow to as many bytes, half is taken to be there before.
void ChargeBlock(size_t size);

// Lists that have room for what was read grow without being allocated. A part
// of two bytes takes many times as much there.
inline void ChargeInput(size_t bytes) {
  constexpr size_t kMostTimes = 32;
  bytes_before_look -= static_cast<int64_t>(kMostTimes * bytes);
  if (bytes_before_look < 0) CheckNow(0);
}

}  // namespace tfprof
