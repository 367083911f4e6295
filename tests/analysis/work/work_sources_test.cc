// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_sources.h"

#include "support/catch.h"

namespace tfprof {

namespace {

void Add(WorkSources& sources, std::string_view name) {
  NodeDetail detail;
  detail.bytes = "serialized";
  const NamedAttr attr{"transpose_a", "true"};
  detail.attrs = {&attr, 1};
  sources.AddNode({.name = name, .op = "MatMul", .detail = &detail});
}

}  // namespace

TEST_CASE("work is counted by the first graph that is defined") {
  WorkSources sources;
  sources.BeginGraph({GraphRecord::Origin::kPartition});
  Add(sources, "ran");
  sources.BeginGraph({GraphRecord::Origin::kDefined});
  Add(sources, "defined");
  sources.BeginGraph({GraphRecord::Origin::kDefined});
  Add(sources, "second");
  const Graph graph = sources.FinishGraph().value();
  REQUIRE(graph.size() == 1);
  CHECK(graph.NameOf(0) == "defined");
  CHECK(graph.AttrOf(0, "transpose_a") == "true");
  CHECK(graph.DefinitionOf(0).empty());
}

TEST_CASE("a graph without nodes counts nothing") {
  WorkSources sources;
  CHECK_FALSE(sources.FinishGraph());
  sources.BeginGraph({GraphRecord::Origin::kDefined});
  CHECK_FALSE(sources.FinishGraph());
}

TEST_CASE("float operations of an op log are kept") {
  WorkSources sources;
  sources.AddOpLogEntry({.name = "a", .float_ops = 7});
  CHECK(sources.FinishLogged() == LoggedFloatOps{{"a", 7}});
}

}  // namespace tfprof
