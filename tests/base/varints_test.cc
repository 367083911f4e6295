// SPDX-License-Identifier: Apache-2.0
#include "base/varints.h"

#include <random>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("packed numbers come back as they went in") {
  std::mt19937_64 random(1);
  std::vector<uint64_t> values{0, 127, 128, UINT64_MAX, uint64_t{1} << 63};
  // Numbers of all lengths, so some cross the ends of pieces.
  for (int i = 0; i < 10'000; ++i) values.push_back(random() >> random() % 64);
  Varints numbers;
  for (const uint64_t value : values) numbers.Push(value);
  Varints::Reader reader(numbers);
  for (const uint64_t value : values) REQUIRE(reader.Take() == value);
  CHECK(reader.at() == numbers.bytes());
}

TEST_CASE("small steps take a byte in both directions, any come back") {
  Varints numbers;
  numbers.PushStep(1000, 1063);
  numbers.PushStep(1000, 936);
  CHECK(numbers.bytes() == 2);
  const uint64_t ends[] = {0, UINT64_MAX, uint64_t{1} << 63, 5, 0};
  for (const uint64_t from : ends) {
    for (const uint64_t to : ends) numbers.PushStep(from, to);
  }
  Varints::Reader reader(numbers);
  CHECK(reader.TakeStep(1000) == 1063);
  CHECK(reader.TakeStep(1000) == 936);
  for (const uint64_t from : ends) {
    for (const uint64_t to : ends) CHECK(reader.TakeStep(from) == to);
  }
  CHECK(reader.at() == numbers.bytes());
}

}  // namespace tfprof
