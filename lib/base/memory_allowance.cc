// SPDX-License-Identifier: Apache-2.0
#include "base/memory_allowance.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>

#include "base/memory_limit.h"
#include "base/process_memory.h"

namespace tfprof {

namespace {

// The least number of bytes between two checks.
constexpr int64_t kStep = 1 << 18;

// The memory of the program before an answer. More than this belongs to its
// environment, such as an emulator.
constexpr uint64_t kOwn = 16'000'000;

// The memory that threads may take between two checks, and libraries that do
// not use operator new.
constexpr uint64_t kUnseen = 2'000'000;

std::atomic<bool> is_memory_limited = false;
std::atomic<uint64_t> input_bytes = 0;
std::atomic<uint64_t> bytes_of_others = 0;
std::atomic<uint64_t> exceeded = 0;

std::mutex inputs_mutex;

std::map<std::string, uint64_t>& BytesOfInputs() {
  static std::map<std::string, uint64_t> bytes;
  return bytes;
}

// The part of an allocation that is expected to be touched before the next
// check: half of a power of two, since a growing vector already owned the other
// half. Tables of other sizes are written as a whole, and ChargeBlock()
// announces those of a power of two.
uint64_t SoonTakenOf(size_t size) {
  return std::has_single_bit(size) ? size / 2 : size;
}

// Refuses `soon` bytes, which will be written to at once, if they are too many.
void LookBeforeTaking(uint64_t soon) {
  bytes_before_look = kStep;
  if (!is_memory_limited) return;
  const uint64_t allowed =
      MemoryAllowance::kAlways + MemoryAllowance::kTimes * input_bytes;
  const uint64_t there = LookAtProcess().anonymous;
  const uint64_t taken =
      there - std::min<uint64_t>(there, bytes_of_others) + soon + kUnseen;
  if (taken > allowed) {
    exceeded = allowed;
    RefuseMemory();
  }
  // Several threads may allocate at the same time.
  const auto part = static_cast<int64_t>((allowed - taken) / 8);
  bytes_before_look = std::max(part, kStep);
}

}  // namespace

MemoryAllowance::MemoryAllowance(bool is_limited) {
  const std::lock_guard lock(inputs_mutex);
  BytesOfInputs().clear();
  input_bytes = 0;
  exceeded = 0;
  const uint64_t there = LookAtProcess().anonymous;
  bytes_of_others = there - std::min(there, kOwn);
  is_memory_limited = kCanLimitMemory && is_limited;
}

MemoryAllowance::~MemoryAllowance() { is_memory_limited = false; }

void CountInput(const std::string& path, uint64_t bytes) {
  if (!is_memory_limited) return;
  const std::lock_guard lock(inputs_mutex);
  uint64_t& known = BytesOfInputs()[path];
  if (bytes <= known) return;
  input_bytes += bytes - known;
  known = bytes;
}

uint64_t ExceededShare() { return exceeded; }

void CheckNow(size_t size) { LookBeforeTaking(SoonTakenOf(size)); }

void ChargeBlock(size_t size) {
  if (bytes_before_look < static_cast<int64_t>(size)) LookBeforeTaking(size);
}

}  // namespace tfprof
