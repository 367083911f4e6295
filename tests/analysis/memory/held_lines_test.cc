// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/held_lines.h"

#include <cstdint>

#include "support/catch.h"

namespace tfprof {

namespace {

HeldMemory HeldOf(const char* device, int64_t bytes) {
  HeldMemory held;
  held.rows.push_back({held.strings.Intern(device),
                       held.strings.Intern("buffer"),
                       held.strings.Intern("a.py"), held.strings.Intern("f"), 3,
                       bytes, 1});
  return held;
}

}  // namespace

TEST_CASE("a line on a device has the bytes before and after") {
  const HeldLines same(HeldOf("gpu:0", 10), HeldOf("gpu:0", 30));
  REQUIRE(same.rows().size() == 1);
  CHECK(same.rows()[0].ChangeBytes() == 20);
  CHECK(same.CodeOf(same.rows()[0]) == "a.py:3");
  const HeldLines other(HeldOf("gpu:0", 10), HeldOf("gpu:1", 30));
  CHECK(other.rows().size() == 2);
  CHECK(other.Devices().size() == 2);
}

TEST_CASE("a change has a size whatever its sign") {
  CHECK(SizeOfChange(-5) == 5);
  CHECK(SizeOfChange(5) == 5);
  CHECK(SizeOfChange(INT64_MIN) == uint64_t{1} << 63);
}

}  // namespace tfprof
