// SPDX-License-Identifier: Apache-2.0
#include "render/text/scale.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string UnitOf(Unit unit, double most) {
  return std::string(ScaleOf(unit, most, false).unit);
}

}  // namespace

TEST_CASE("the unit of a column is that of its largest value") {
  CHECK(UnitOf(Unit::kMicros, 999) == "us");
  CHECK(UnitOf(Unit::kMicros, 1000) == "ms");
  CHECK(UnitOf(Unit::kMicros, 1e6) == "s");
  CHECK(UnitOf(Unit::kMicros, 1e12) == "s");
  CHECK(UnitOf(Unit::kNanos, 1) == "ns");
  CHECK(UnitOf(Unit::kNanos, 5e9) == "s");
  CHECK(UnitOf(Unit::kBytes, 5e12) == "TB");
  // Counts are whole up to a million.
  CHECK(UnitOf(Unit::kCount, 99'999).empty());
  CHECK(UnitOf(Unit::kCount, 2e6) == "M");
  CHECK(UnitOf(Unit::kNone, 2e9).empty());
}

TEST_CASE("what is rounded up to a thousand has the next unit") {
  CHECK(UnitOf(Unit::kMicros, 999.4) == "us");
  CHECK(UnitOf(Unit::kMicros, 999.6) == "ms");
}

TEST_CASE("whole numbers stay so where the unit is one") {
  CHECK(NumberIn(ScaleOf(Unit::kMicros, 999, true), 7) == "7");
  CHECK(NumberIn(ScaleOf(Unit::kMicros, 999, false), 7) == "7.00");
  CHECK(NumberIn(ScaleOf(Unit::kMicros, 5000, true), 7) == "0.007");
}

TEST_CASE("headings name the unit once") {
  const auto title = [](const char* text, Unit unit, double most) {
    return TitleIn(ScaleOf(unit, most, false), {text, unit});
  };
  CHECK(title("self", Unit::kMicros, 5000) == "self ms");
  CHECK(title("requested bytes", Unit::kBytes, 5e6) == "requested MB");
  CHECK(title("memory", Unit::kBytes, 5e6) == "memory MB");
  CHECK(title("float ops", Unit::kCount, 5e6) == "M float ops");
  CHECK(title("float ops", Unit::kCount, 5) == "float ops");
  CHECK(title("share", Unit::kShare, 1) == "share %");
  CHECK(title("FLOP/s", Unit::kCount, 5e12) == "TFLOP/s");
  CHECK(title("B/s", Unit::kCount, 5e9) == "GB/s");
}

TEST_CASE("what is too small to show is not shown as nothing") {
  const Scale seconds = ScaleOf(Unit::kMicros, 5e6, false);
  CHECK(IsTiny(seconds, 400));
  CHECK_FALSE(IsTiny(seconds, 600));
  CHECK_FALSE(IsTiny(seconds, 0));
  CHECK(NumberIn(seconds, 400) == "<0.001");
  CHECK(NumberIn(seconds, 600) == "0.001");
  CHECK(NumberIn(seconds, 0) == "0");
  CHECK(NumberIn(ScaleOf(Unit::kShare, 1, false), 0.0004) == "<0.1");
}

TEST_CASE("a number on its own has its unit behind it") {
  CHECK(ScaledText(1500, Unit::kMicros) == "1.50 ms");
  CHECK(ScaledText(-1500, Unit::kMicros) == "-1.50 ms");
  CHECK(ScaledText(7, Unit::kBytes) == "7 B");
  CHECK(ScaledText(0.5, Unit::kShare) == "50.0 %");
}

}  // namespace tfprof
