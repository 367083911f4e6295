// SPDX-License-Identifier: Apache-2.0
#include "model/dtype.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("types have names, and so have references to them") {
  CHECK(DtypeName(0) == "INVALID");
  CHECK(DtypeName(1) == "float");
  CHECK(DtypeName(101) == "float_ref");
  CHECK(DtypeName(32) == "uint2");
  CHECK(DtypeName(33) == "unknown dtype enum (33)");
  CHECK(DtypeName(100) == "unknown dtype enum (100)");
  CHECK(DtypeName(-1) == "unknown dtype enum (-1)");
  CHECK(DtypeName(INT32_MIN) == "unknown dtype enum (-2147483648)");
}

TEST_CASE("text format has the names of the enum, or numbers") {
  CHECK(DtypeEnumName(19) == "DT_HALF");
  CHECK(DtypeEnumName(24) == "DT_FLOAT8_E5M2");
  CHECK(DtypeEnumName(109) == "DT_INT64_REF");
  for (const int32_t unnamed : {0, 26, 31, 33, 126, 133, -1}) {
    CHECK(DtypeEnumName(unnamed) == std::to_string(unnamed));
  }
}

TEST_CASE("the numbers that are asked for are those of the table") {
  CHECK(InfoOfDtype(kFloatType).name == "float");
  CHECK(InfoOfDtype(kDoubleType).name == "double");
  CHECK(InfoOfDtype(kInt32Type).name == "int32");
  CHECK(InfoOfDtype(kStringType).name == "string");
  CHECK(InfoOfDtype(kInt64Type).name == "int64");
  CHECK(InfoOfDtype(kUint64Type).name == "uint64");
  CHECK(InfoOfDtype(101).form == ValueForm::kNone);
}

}  // namespace tfprof
