// SPDX-License-Identifier: Apache-2.0
#include "base/memory_allowance.h"

#include <new>

#include "base/memory_limit.h"
#include "support/catch.h"

namespace tfprof {
namespace {

// Far more than the tests take themselves.
constexpr uint64_t kInput = 100'000'000;
constexpr uint64_t kAllowed =
    MemoryAllowance::kAlways + MemoryAllowance::kTimes * kInput;

}  // namespace

TEST_CASE("an answer takes at most a share of its input") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;
  CountInput("a", kInput);
  CheckNow(kAllowed / 2);
  CHECK(ExceededShare() == 0);
  CHECK_THROWS_AS(CheckNow(kAllowed), std::bad_alloc);
  CHECK(ExceededShare() == kAllowed);
  CHECK(WasMemoryRefused());
}

TEST_CASE("of a list that grows to twice its size one half is there already") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;
  CountInput("a", kInput);
  CheckNow(size_t{1} << 29);
  CHECK(ExceededShare() == 0);
  CheckNow(size_t{1} << 28);
  CHECK_THROWS_AS(CheckNow(size_t{1} << 32), std::bad_alloc);
}

TEST_CASE("a table that is filled at once is taken as a whole") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;
  CountInput("a", kInput);
  CheckNow(size_t{1} << 30);
  const int64_t before = bytes_before_look;
  ChargeBlock(static_cast<size_t>(before));
  CHECK(bytes_before_look == before);
  CHECK_THROWS_AS(ChargeBlock(size_t{1} << 31), std::bad_alloc);
}

TEST_CASE("larger inputs have larger answers") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;
  CountInput("a", kInput);
  CountInput("b", kInput);
  CheckNow(kAllowed);
  // Its beginning was looked at again.
  CountInput("a", 1'000);
  CheckNow(kAllowed);
  CHECK(ExceededShare() == 0);
  CHECK_THROWS_AS(CheckNow(2 * kAllowed), std::bad_alloc);
  CHECK(ExceededShare() == kAllowed + MemoryAllowance::kTimes * kInput);
}

TEST_CASE("nobody is limited while no answer is made") {
  { const MemoryAllowance share; }
  CheckNow(kAllowed);
}

TEST_CASE("the next look is made after a part of what is left") {
  if (!kCanLimitMemory) return;
  const MemoryAllowance share;
  CountInput("a", 10 * kInput);
  CheckNow(1);
  const int64_t before = bytes_before_look;
  CHECK(before > 500'000'000);
  AboutToAllocate(1'000'000);
  CHECK(bytes_before_look == before - 1'000'000);
  ChargeInput(1'000'000);
  CHECK(bytes_before_look < before - 2'000'000);
}

}  // namespace tfprof
