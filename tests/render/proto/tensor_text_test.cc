// SPDX-License-Identifier: Apache-2.0
#include "render/proto/tensor_text.h"

#include "support/catch.h"

namespace tfprof {

namespace {

std::string TextOf(Tensor tensor) {
  Diagnostics diagnostics;
  std::string text;
  REQUIRE(AppendTensor(text, std::move(tensor), diagnostics));
  return text;
}

using Doubles = std::vector<double>;

}  // namespace

TEST_CASE("dimensions are nested brackets") {
  CHECK(TextOf({1, {2, 2}, Doubles{1, 2, 3, 4}}) ==
        "[[1.00 2.00 ],\n[3.00 4.00 ],\n],\n");
  CHECK(TextOf({1, {2, 1, 2}, Doubles{1, 2, 3, 4}}) ==
        "[[[1.00 2.00 ],\n],\n[[3.00 4.00 ],\n],\n],\n");
  CHECK(TextOf({1, {3}, Doubles{1, 2, 3}}) == "[1.00 2.00 3.00 ],\n");
  CHECK(TextOf({1, {}, Doubles{7}}) == "[7.00 ],\n");
}

TEST_CASE("empty dimensions are empty brackets") {
  CHECK(TextOf({1, {0}, Doubles{}}) == "[],\n");
  CHECK(TextOf({1, {2, 0}, Doubles{}}) == "[[],\n[],\n],\n");
  CHECK(TextOf({1, {0, 3}, Doubles{}}) == "[],\n");
}

TEST_CASE("values keep six significant digits") {
  CHECK(TextOf({1, {2}, Doubles{1234567, 0.005f}}) == "[1234570.00 0.01 ],\n");
  CHECK(TextOf({9, {2}, std::vector<int64_t>{1234567, -1}}) ==
        "[1234567 -1 ],\n");
  CHECK(TextOf({7, {1}, std::vector<std::string>{"a b"}}) == "['a b' ],\n");
}

TEST_CASE("a long tensor is cut at 10,000 characters, and says so") {
  const std::string text = TextOf({1, {4000}, Doubles(4000, 1.0)});
  CHECK(text.size() == 10000 + 3 + 25);
  CHECK(text.substr(10000) == "],\n...omitted from display\n\n");
}

TEST_CASE("endless empty dimensions end") {
  const std::string text = TextOf({1, {int64_t{1} << 60, 0}, Doubles{}});
  CHECK(text.substr(10000) == "],\n...omitted from display\n\n");
}

TEST_CASE("other types and missing tensors are warnings") {
  Diagnostics diagnostics;
  std::string text;
  CHECK(AppendTensor(text, Tensor{10, {1}, {}}, diagnostics));
  CHECK(AppendTensor(text, Fail(ErrorCode::kNotFound, "Key x not found"),
                     diagnostics));
  CHECK(text.empty());
  CHECK(diagnostics.Lines() ==
        std::vector<std::string>{"Not Supported type 10", "Key x not found"});
}

TEST_CASE("a tensor that cannot be read is an error") {
  Diagnostics diagnostics;
  std::string text;
  const Status status = AppendTensor(
      text, Fail(ErrorCode::kCorrupt, "data: cannot be read"), diagnostics);
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "data: cannot be read");
}

}  // namespace tfprof
