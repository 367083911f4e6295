// SPDX-License-Identifier: Apache-2.0
#include "fuzz/proportion.h"

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <new>
#include <string>

#include <malloc.h>

#include "base/bytes.h"

namespace {

std::atomic<int64_t> held = 0;
std::atomic<int64_t> most_held = 0;

void Count(int64_t bytes) {
  const int64_t now = held.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  int64_t most = most_held.load(std::memory_order_relaxed);
  while (now > most && !most_held.compare_exchange_weak(most, now)) {
  }
}

}  // namespace

// Without sanitizers all others call these, unless more is aligned than anything
// here is.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  void* const block = std::malloc(size == 0 ? 1 : size);
  if (block != nullptr) Count(static_cast<int64_t>(malloc_usable_size(block)));
  return block;
}

void* operator new(size_t size) {
  void* const block = operator new(size, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void* block) noexcept {
  if (block == nullptr) return;
  Count(-static_cast<int64_t>(malloc_usable_size(block)));
  std::free(block);
}

void operator delete(void* block, size_t) noexcept { operator delete(block); }

namespace tfprof {

namespace {

constexpr int64_t kFloorBytes = 256'000'000;
constexpr int64_t kBytesOfInput = 16;
// For a build without optimisation, with sanitizers.
constexpr double kFloorSeconds = 5;
constexpr double kSecondsOfByte = 1e-4;

double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

void RunInProportion(const FuzzTarget& target, std::string_view bytes,
                     FuzzTime time) {
  const bool is_packed = bytes.find("\x1f\x8b") != std::string_view::npos;
  const auto size = static_cast<int64_t>(
      bytes.size() * (is_packed ? ReadLimits().max_inflate_ratio : 1));
  const int64_t before = held;
  most_held = before;
  const double start = ProcessorSeconds();
  target.run(bytes);
  const double seconds = ProcessorSeconds() - start;
  const int64_t taken = most_held - before;
  const std::string of_input =
      " for an input of " + std::to_string(bytes.size()) + " bytes";
  FuzzRequire(taken <= kFloorBytes + kBytesOfInput * size,
              std::to_string(taken) + " bytes were held" + of_input);
  FuzzRequire(time == FuzzTime::kFree ||
                  seconds <= kFloorSeconds +
                                 kSecondsOfByte * static_cast<double>(size),
              std::to_string(seconds) + " s were taken" + of_input);
}

}  // namespace tfprof
