// SPDX-License-Identifier: Apache-2.0
#include "base/memory_share.h"

#include <new>

#include "base/memory_limit.h"
#include "support/catch.h"

namespace tfprof {
namespace {

// Far more than the tests take themselves.
constexpr uint64_t kInput = 100'000'000;
constexpr uint64_t kAllowed =
    MemoryShare::kAlways + MemoryShare::kTimes * kInput;

}  // namespace

TEST_CASE("an answer takes at most a share of its input") {
  if (!kCanLimitMemory) return;
  const MemoryShare share;
  CountInput("a", kInput);
  LookAtMemory(kAllowed / 2);
  CHECK(ExceededShare() == 0);
  CHECK_THROWS_AS(LookAtMemory(kAllowed), std::bad_alloc);
  CHECK(ExceededShare() == kAllowed);
  CHECK(WasMemoryRefused());
}

TEST_CASE("of a list that grows to twice its size one half is there already") {
  if (!kCanLimitMemory) return;
  const MemoryShare share;
  CountInput("a", kInput);
  LookAtMemory(size_t{1} << 29);
  CHECK(ExceededShare() == 0);
  LookAtMemory(size_t{1} << 28);
  CHECK_THROWS_AS(LookAtMemory(size_t{1} << 31), std::bad_alloc);
}

TEST_CASE("a table that is filled at once is taken as a whole") {
  if (!kCanLimitMemory) return;
  const MemoryShare share;
  CountInput("a", kInput);
  LookAtMemory(size_t{1} << 30);
  const int64_t before = bytes_before_look;
  AboutToFill(static_cast<size_t>(before));
  CHECK(bytes_before_look == before);
  CHECK_THROWS_AS(AboutToFill(size_t{1} << 30), std::bad_alloc);
}

TEST_CASE("larger inputs have larger answers") {
  if (!kCanLimitMemory) return;
  const MemoryShare share;
  CountInput("a", kInput);
  CountInput("b", kInput);
  LookAtMemory(kAllowed);
  // Its beginning was looked at again.
  CountInput("a", 1'000);
  LookAtMemory(kAllowed);
  CHECK(ExceededShare() == 0);
  CHECK_THROWS_AS(LookAtMemory(2 * kAllowed), std::bad_alloc);
  CHECK(ExceededShare() == kAllowed + MemoryShare::kTimes * kInput);
}

TEST_CASE("nobody is limited while no answer is made") {
  { const MemoryShare share; }
  LookAtMemory(kAllowed);
}

TEST_CASE("the next look is made after a part of what is left") {
  if (!kCanLimitMemory) return;
  const MemoryShare share;
  CountInput("a", 10 * kInput);
  LookAtMemory(1);
  const int64_t before = bytes_before_look;
  CHECK(before > 500'000'000);
  AboutToAllocate(1'000'000);
  CHECK(bytes_before_look == before - 1'000'000);
  HasRead(1'000'000);
  CHECK(bytes_before_look < before - 2'000'000);
}

}  // namespace tfprof
