// SPDX-License-Identifier: Apache-2.0
#include "base/memory_limit.h"

#include <memory>
#include <new>
#include <thread>

#include <unistd.h>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr size_t kMiB = 1'000'000;

// True if this much memory can be allocated. Writes to it, so the allocation is
// not optimised away.
bool CanTake(size_t bytes) {
  try {
    const auto memory = std::make_unique_for_overwrite<char[]>(bytes);
    static_cast<volatile char*>(memory.get())[bytes / 2] = 1;
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a limit refuses what is beyond it, for as long as it lives") {
  if (!kCanLimitMemory) return;
  {
    const MemoryLimit limit(100 * kMiB, 0);
    CHECK(CanTake(50 * kMiB));
    CHECK_FALSE(CanTake(150 * kMiB));
  }
  CHECK(CanTake(150 * kMiB));
}

TEST_CASE("a limit does not widen the one that is there") {
  if (!kCanLimitMemory) return;
  const MemoryLimit outer(100 * kMiB, 0);
  const MemoryLimit inner(1000 * kMiB, 0);
  CHECK_FALSE(CanTake(150 * kMiB));
}

TEST_CASE("stacks of threads do not count") {
  if (!kCanLimitMemory) return;
  const MemoryLimit limit(kMiB, 1);
  std::thread([] {}).join();
}

TEST_CASE("what memory was refused for is known, on any thread") {
  if (!kCanLimitMemory) return;
  WatchForRefusedMemory();
  const MemoryLimit limit(100 * kMiB, 1);
  const AllocationScope outer("rows");
  std::thread([] {
    const AllocationScope keeping("tasks");
    CHECK_FALSE(CanTake(150 * kMiB));
  }).join();
  CHECK(KeptWhenRefused() == "tasks");
  { const AllocationScope inner("edges"); }
  CHECK_FALSE(CanTake(150 * kMiB));
  CHECK(KeptWhenRefused() == "rows");
  std::set_new_handler(nullptr);
}

TEST_CASE("by default it is no more than three quarters of the machine's") {
  const auto limit = DefaultMemoryLimit();
  REQUIRE(limit);
  CHECK(*limit > kMiB);
  CHECK(*limit <= static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 4 * 3);
}

}  // namespace tfprof
