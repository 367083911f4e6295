// SPDX-License-Identifier: Apache-2.0
#include "model/defined_graphs.h"

#include "model/graph.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("graphs that ran in a step do not pass as defined ones") {
  GraphBuilder builder;
  DefinedGraphs defined(builder);
  const NodeDetail detail;
  for (const auto origin :
       {GraphRecord::Origin::kPartition, GraphRecord::Origin::kDefined,
        GraphRecord::Origin::kFunctionGraph}) {
    defined.BeginGraph({origin});
    defined.AddNode({.name = "n", .op = "MatMul", .detail = &detail});
    defined.BeginFunction({.name = "f"});
    defined.AddFunctionNode({.name = "m", .op = "MatMul", .detail = &detail});
  }
  const std::vector<Graph> graphs = builder.Finish();
  REQUIRE(graphs.size() == 1);
  CHECK(graphs[0].origin == GraphRecord::Origin::kDefined);
  CHECK(graphs[0].size() == 2);
}

}  // namespace tfprof
