// SPDX-License-Identifier: Apache-2.0
#include "base/numbers.h"

#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

std::string Count(int64_t value) {
  char text[kMostNumberBytes];
  return {text, PutCount(text, value)};
}

std::string Time(int64_t value) {
  std::string out;
  AppendTime(out, value);
  return out;
}

std::string Memory(int64_t value) {
  std::string out;
  AppendBytes(out, value);
  return out;
}

}  // namespace

TEST_CASE("no number is longer than the room that is promised for it") {
  for (char* (*const put)(char*, int64_t) :
       {PutCount, PutTime, PutBytes, PutInt}) {
    for (const int64_t value : {kLeast, kMost, kMost / 1000, int64_t{0}}) {
      char text[2 * kMostNumberBytes];
      CHECK(put(text, value) - text <= ptrdiff_t{kMostNumberBytes});
    }
  }
}

TEST_CASE("counts, times and bytes are worded as the reference does") {
  struct Wording {
    int64_t value;
    const char *count, *time, *memory;
  };

  const Wording wordings[] = {
      {0, "0", "0us", "0B"},
      {1, "1", "1us", "1B"},
      {999, "999", "999us", "999B"},
      {1000, "1.00k", "1.00ms", "1.00KB"},
      {1005, "1.00k", "1.00ms", "1.00KB"},
      {1125, "1.12k", "1.12ms", "1.12KB"},
      {1375, "1.38k", "1.38ms", "1.38KB"},
      {999994, "999.99k", "999.99ms", "999.99KB"},
      {999995, "1000.00k", "1000.00ms", "1000.00KB"},
      {999999, "1000.00k", "1000.00ms", "1000.00KB"},
      {1000000, "1.00m", "1.00sec", "1.00MB"},
      {999999999, "1000.00m", "1000.00sec", "1000.00MB"},
      {1000000000, "1.00b", "1000.00sec", "1000.00MB"},
      {1500000000000, "1500.00b", "1500000.00sec", "1500000.00MB"},
      {-1, "-1", "-1us", "-1B"},
      {-123456, "-123456", "-123456us", "-123456B"},
      {kLeast, "-9223372036854775808", "-9223372036854775808us",
       "-9223372036854775808B"},
      {kMost, "9223372036.85b", "9223372036854.78sec", "9223372036854.78MB"},
  };
  for (const Wording& wording : wordings) {
    CAPTURE(wording.value);
    CHECK(Count(wording.value) == wording.count);
    CHECK(Time(wording.value) == wording.time);
    CHECK(Memory(wording.value) == wording.memory);
  }
}

TEST_CASE("a number is appended to what is there") {
  std::string line = "total ";
  AppendInt(line, -12);
  line += '/';
  AppendTime(line, 1500);
  CHECK(line == "total -12/1.50ms");
}

TEST_CASE("a plain integer has no unit however large it is") {
  std::string out;
  AppendInt(out, kMost);
  AppendInt(out, kLeast);
  CHECK(out == "9223372036854775807-9223372036854775808");
}

TEST_CASE("sums and products wrap at 64 bits") {
  CHECK(WrapAdd(2, 3) == 5);
  CHECK(WrapAdd(kMost, 1) == kLeast);
  CHECK(WrapAdd(kLeast, -1) == kMost);
  CHECK(WrapMultiply(-4, 6) == -24);
  CHECK(WrapMultiply(int64_t{1} << 62, 4) == 0);
  CHECK(WrapMultiply(kMost, 2) == -2);
}

}  // namespace tfprof
