// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla.h"

#include <fmt/format.h>

#include "analysis/steps/xla_tables.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("the nodes of a huge cluster are counted, the first are listed") {
  GraphBuilder builder;
  builder.BeginGraph({});
  const NamedAttr attrs[] = {{"_XlaCluster", "cluster_0"}};
  const NodeDetail detail{.attrs = attrs};
  for (int i = 0; i < 1000; ++i) {
    const std::string name = fmt::format("n{}", i);
    builder.AddNode({.name = name, .op = "Mul", .detail = &detail});
  }
  XlaGraphs graphs;
  for (const Graph& graph : builder.Finish()) graphs.Add(graph);
  const XlaReport report = XlaSink(graphs).Finish();

  REQUIRE(report.clusters.size() == 1);
  CHECK(report.clusters[0].nodes == 1000);
  CHECK(report.clusters[0].members->size() == 200);
  CHECK(report.clusters[0].members->at(199).name == "n199");
  const std::vector<Section> sections = TablesOf(report);
  REQUIRE(sections.size() == 3);
  CHECK(sections[1].notes ==
        std::vector<std::string>{"800 more nodes of cluster_0"});
}

}  // namespace tfprof
