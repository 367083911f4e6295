// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/ran_nodes.h"

#include "support/catch.h"

namespace tfprof {

namespace {

void Add(RanNodesSink& sink, std::string_view name, std::string_view op,
         std::string_view transposed = "false") {
  const NamedAttr attr{"transpose_a", transposed};
  NodeDetail detail;
  detail.attrs = {&attr, 1};
  sink.AddNode({.name = name, .op = op, .detail = &detail});
}

}  // namespace

TEST_CASE("nodes are those of the graphs that ran") {
  RanNodesSink ran;
  ran.BeginGraph({GraphRecord::Origin::kDefined});
  Add(ran, "defined", "MatMul");
  ran.BeginGraph({GraphRecord::Origin::kPartition});
  Add(ran, "a", "_FusedMatMul", "true");
  CHECK(ran.Find("defined") == nullptr);
  CHECK(ran.Find("b") == nullptr);
  REQUIRE(ran.Find("a") != nullptr);
  CHECK(ran.TypeOf(*ran.Find("a")) == "_FusedMatMul");
  CHECK(ran.AttrsOf(*ran.Find("a")).transpose_a);
}

TEST_CASE("the first node of a name counts") {
  RanNodesSink ran;
  ran.BeginGraph({GraphRecord::Origin::kPartition});
  Add(ran, "a", "MatMul");
  ran.BeginGraph({GraphRecord::Origin::kPartition});
  Add(ran, "a", "Add", "true");
  CHECK(ran.TypeOf(*ran.Find("a")) == "MatMul");
  CHECK_FALSE(ran.AttrsOf(*ran.Find("a")).transpose_a);
}

}  // namespace tfprof
