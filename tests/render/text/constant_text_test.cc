// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/dtype.h"
#include "render/text/text_summary.h"
#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int32_t kFloat = 1;
constexpr int32_t kInt64 = 9;
constexpr int32_t kString = 7;

template <typename Value>
std::string Text(int32_t dtype, std::vector<int64_t> dims,
                 std::vector<Value> values) {
  Constant constant;
  constant.is_decodable = true;
  constant.elements = 1;
  for (const int64_t dim : dims) constant.elements *= dim;
  constant.head.dtype = dtype;
  constant.head.dims = std::move(dims);
  constant.head.values = std::move(values);
  return ConstantText(constant);
}

}  // namespace

TEST_CASE("the first three values are shown, brackets stand for dimensions") {
  CHECK(Text<int64_t>(kInt64, {}, {5}) ==
        "Tensor<type: int64 shape: [] values: 5>");
  CHECK(Text<int64_t>(kInt64, {3}, {1, 2, 3}) ==
        "Tensor<type: int64 shape: [3] values: 1 2 3>");
  CHECK(Text<int64_t>(kInt64, {4}, {1, 2, 3}) ==
        "Tensor<type: int64 shape: [4] values: 1 2 3...>");
  CHECK(Text<int64_t>(kInt64, {2, 2}, {1, 2, 3}) ==
        "Tensor<type: int64 shape: [2,2] values: [1 2][3...]...>");
  CHECK(Text<int64_t>(kInt64, {0}, {}) ==
        "Tensor<type: int64 shape: [0] values: >");
}

TEST_CASE("real numbers have as many digits as read back") {
  CHECK(Text<double>(kFloat, {}, {0.5}) ==
        "Tensor<type: float shape: [] values: 0.5>");
  CHECK(Text<double>(kFloat, {}, {0.1f}) ==
        "Tensor<type: float shape: [] values: 0.1>");
  CHECK(Text<double>(kDoubleType, {}, {0.1}) ==
        "Tensor<type: double shape: [] values: 0.1>");
  CHECK(Text<double>(kDoubleType, {}, {1.0 / 3}) ==
        "Tensor<type: double shape: [] values: 0.33333333333333331>");
}

TEST_CASE("texts are escaped, unsigned numbers have no sign") {
  CHECK(Text<std::string>(kString, {}, {"a\n\"\x01"}) ==
        "Tensor<type: string shape: [] values: a\\n\\\"\\001>");
  CHECK(Text<int64_t>(kUint64Type, {}, {-1}) ==
        "Tensor<type: uint64 shape: [] values: 18446744073709551615>");
}

}  // namespace tfprof
