// SPDX-License-Identifier: Apache-2.0
#include "render/text/scale.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string UnitOf(CellUnit unit, double most) {
  return std::string(ScaleOf(unit, most, false).unit);
}

}  // namespace

TEST_CASE("the unit of a column is that of its largest value") {
  CHECK(UnitOf(CellUnit::kMicros, 999) == "us");
  CHECK(UnitOf(CellUnit::kMicros, 1000) == "ms");
  CHECK(UnitOf(CellUnit::kMicros, 1e6) == "s");
  CHECK(UnitOf(CellUnit::kMicros, 1e12) == "s");
  CHECK(UnitOf(CellUnit::kNanos, 1) == "ns");
  CHECK(UnitOf(CellUnit::kNanos, 5e9) == "s");
  CHECK(UnitOf(CellUnit::kBytes, 5e12) == "TB");
  // Counts are whole up to a million.
  CHECK(UnitOf(CellUnit::kCount, 99'999).empty());
  CHECK(UnitOf(CellUnit::kCount, 2e6) == "M");
  CHECK(UnitOf(CellUnit::kNone, 2e9).empty());
}

TEST_CASE("what is rounded up to a thousand has the next unit") {
  CHECK(UnitOf(CellUnit::kMicros, 999.4) == "us");
  CHECK(UnitOf(CellUnit::kMicros, 999.6) == "ms");
}

TEST_CASE("whole numbers stay so where the unit is one") {
  CHECK(NumberIn(ScaleOf(CellUnit::kMicros, 999, true), 7) == "7");
  CHECK(NumberIn(ScaleOf(CellUnit::kMicros, 999, false), 7) == "7.00");
  CHECK(NumberIn(ScaleOf(CellUnit::kMicros, 5000, true), 7) == "0.007");
}

TEST_CASE("headings name the unit once") {
  const auto title = [](const char* text, CellUnit unit, double most) {
    return TitleIn(ScaleOf(unit, most, false), {text, unit});
  };
  CHECK(title("self", CellUnit::kMicros, 5000) == "self ms");
  CHECK(title("requested bytes", CellUnit::kBytes, 5e6) == "requested MB");
  CHECK(title("memory", CellUnit::kBytes, 5e6) == "memory MB");
  CHECK(title("float ops", CellUnit::kCount, 5e6) == "M float ops");
  CHECK(title("float ops", CellUnit::kCount, 5) == "float ops");
  CHECK(title("share", CellUnit::kShare, 1) == "share %");
}

TEST_CASE("what is too small to show is not shown as nothing") {
  const Scale seconds = ScaleOf(CellUnit::kMicros, 5e6, false);
  CHECK(IsTiny(seconds, 400));
  CHECK_FALSE(IsTiny(seconds, 600));
  CHECK_FALSE(IsTiny(seconds, 0));
  CHECK(NumberIn(seconds, 400) == "<0.001");
  CHECK(NumberIn(seconds, 600) == "0.001");
  CHECK(NumberIn(seconds, 0) == "0");
  CHECK(NumberIn(ScaleOf(CellUnit::kShare, 1, false), 0.0004) == "<0.1");
}

TEST_CASE("a number on its own has its unit behind it") {
  CHECK(QuantityText(1500, CellUnit::kMicros) == "1.50 ms");
  CHECK(QuantityText(-1500, CellUnit::kMicros) == "-1.50 ms");
  CHECK(QuantityText(7, CellUnit::kBytes) == "7 B");
  CHECK(QuantityText(0.5, CellUnit::kShare) == "50.0 %");
}

}  // namespace tfprof
