// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/handle_bytes.h"

#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int32_t kFloat = 1;
constexpr int32_t kString = 7;

void Add(HandleBytesSink& sink, std::string_view name, std::string_view op,
         int32_t dtype, std::vector<int64_t> dims, bool unknown_rank = false) {
  NodeDetail detail;
  detail.dtype = dtype;
  detail.shape = ShapeRecord{dims, unknown_rank};
  sink.AddNode({.name = name, .op = op, .detail = &detail});
}

}  // namespace

TEST_CASE("a variable is as large as its shape and type say") {
  HandleBytesSink sink;
  Add(sink, "v", "VarHandleOp", kFloat, {3, 5});
  Add(sink, "scalar", "VarHandleOp", kFloat, {});
  CHECK(sink.Finish() == VariableBytes{{"scalar", 4}, {"v", 60}});
}

TEST_CASE("a size that is not known is not told") {
  HandleBytesSink sink;
  Add(sink, "open", "VarHandleOp", kFloat, {3, -1});
  Add(sink, "rank", "VarHandleOp", kFloat, {}, true);
  Add(sink, "text", "VarHandleOp", kString, {3});
  Add(sink, "huge", "VarHandleOp", kFloat, {int64_t{1} << 62, 4});
  Add(sink, "old", "VariableV2", kFloat, {3});
  NodeDetail without_shape;
  sink.AddNode({.name = "none", .op = "VarHandleOp", .detail = &without_shape});
  CHECK(sink.Finish().empty());
}

}  // namespace tfprof
