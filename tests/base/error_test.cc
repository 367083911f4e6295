// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <memory>

#include "support/catch.h"

namespace tfprof {

namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) {
    return Fail(ErrorCode::kInvalidArgument, "{} is odd", number);
  }
  return number / 2;
}

Result<int> Quarter(int number) {
  TFPROF_ASSIGN_OR_RETURN(const int half, Half(number));
  return Half(half);
}

Status CheckEven(int number, bool& passed) {
  TFPROF_RETURN_IF_ERROR(Half(number));
  passed = true;
  return {};
}

Result<int> ReadThrough(Result<std::unique_ptr<int>> source) {
  std::unique_ptr<int> value;
  TFPROF_ASSIGN_OR_RETURN(value, std::move(source));
  return *value;
}

}  // namespace

TEST_CASE("a failure carries its code and the formatted message") {
  const Result<int> result = Half(3);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kInvalidArgument);
  CHECK(result.error().message == "3 is odd");
}

TEST_CASE("assign-or-return hands on the value or the first error") {
  CHECK(Quarter(12).value() == 3);
  CHECK(Quarter(6).error().message == "3 is odd");
  CHECK(Quarter(5).error().message == "5 is odd");
}

TEST_CASE("assign-or-return fills a variable with a value that only moves") {
  CHECK(ReadThrough(std::make_unique<int>(7)).value() == 7);
  CHECK(ReadThrough(Fail(ErrorCode::kIo, "gone")).error().code ==
        ErrorCode::kIo);
}

TEST_CASE("return-if-error leaves the function only on an error") {
  bool passed = false;
  CHECK(CheckEven(1, passed).error().message == "1 is odd");
  CHECK_FALSE(passed);
  CHECK(CheckEven(2, passed).has_value());
  CHECK(passed);
}

}  // namespace tfprof
