// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla_graphs.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"

namespace tfprof {

namespace {

// Nodes with attributes, in a graph or in the function that was begun last.
class XlaGraphMaker {
 public:
  explicit XlaGraphMaker(
      GraphRecord::Origin origin = GraphRecord::Origin::kDefined) {
    builder_.BeginGraph({origin});
  }

  void Add(std::string_view name, std::string_view op,
           std::vector<NamedAttr> attrs = {}) {
    NodeDetail detail;
    detail.attrs = attrs;
    const NodeDefinition node{.name = name, .op = op, .detail = &detail};
    is_in_function_ ? builder_.AddFunctionNode(node) : builder_.AddNode(node);
  }

  void BeginFunction(std::string_view name, std::vector<NamedAttr> attrs = {}) {
    builder_.BeginFunction({.name = name, .rest = {}, .attrs = attrs});
    is_in_function_ = true;
  }

  Graph Finish() { return std::move(builder_.Finish()[0]); }

 private:
  GraphBuilder builder_;
  bool is_in_function_ = false;
};

XlaGraphs Look(XlaGraphMaker& maker) {
  XlaGraphs graphs;
  graphs.Add(maker.Finish());
  return graphs;
}

}  // namespace

TEST_CASE("the nodes of a huge cluster are counted, the first are listed") {
  XlaGraphMaker maker;
  for (int i = 0; i < 1000; ++i) {
    maker.Add(fmt::format("n{}", i), "Mul", {{"_XlaCluster", "c"}});
  }
  const XlaGraphs graphs = Look(maker);
  const XlaGraphs::Members& members = graphs.clusters().at("c");
  CHECK(members.nodes == 1000);
  CHECK(members.types == "1000 Mul");
  REQUIRE(members.first->size() == 200);
  CHECK(members.first->back().name == "n199");
}

TEST_CASE("the most frequent ops of a cluster are named, four of them") {
  XlaGraphMaker maker;
  for (const std::string_view op : {"Mul", "Add", "Add", "Sub", "Neg", "Abs"}) {
    maker.Add(op, op, {{"_XlaCluster", "c"}});
  }
  CHECK(Look(maker).clusters().at("c").types ==
        "2 Add, 1 Abs, 1 Mul, 1 Neg, ...");
}

TEST_CASE("a launch has the nodes of the function that it calls") {
  XlaGraphMaker maker;
  maker.Add("cluster_0/xla_compile", "_XlaCompile", {{"function", "f"}});
  maker.Add("plain", "f");
  maker.BeginFunction("f");
  maker.Add("x", "Mul");
  maker.Add("y", "Add");
  const XlaGraphs graphs = Look(maker);
  REQUIRE(graphs.clusters().size() == 1);
  const XlaGraphs::Members& members = graphs.clusters().at("cluster_0");
  CHECK(members.nodes == 2);
  CHECK(members.first->front().name == "x");
}

TEST_CASE("a call of a function that must be compiled is known by name") {
  XlaGraphMaker maker;
  maker.Add("a", "PartitionedCall", {{"f", "must"}});
  maker.Add("b", "PartitionedCall", {{"f", "may"}});
  maker.Add("c", "must");
  maker.Add("d", "PartitionedCall", {{"_XlaMustCompile", "true"}});
  maker.BeginFunction("must", {{"_XlaMustCompile", "true"}});
  maker.BeginFunction("may");
  const XlaGraphs graphs = Look(maker);
  CHECK(graphs.MustCompile("a"));
  CHECK_FALSE(graphs.MustCompile("b"));
  CHECK(graphs.MustCompile("c"));
  CHECK(graphs.MustCompile("d"));
}

TEST_CASE("requests are those of the graph that was defined") {
  XlaGraphs graphs;
  for (const auto origin :
       {GraphRecord::Origin::kDefined, GraphRecord::Origin::kPartition}) {
    XlaGraphMaker maker(origin);
    maker.Add("a", "Mul", {{"_XlaCompile", "true"}});
    maker.Add("b", "Mul", {{"_XlaCompile", "true"}});
    maker.Add("c", "Mul", {{"_XlaCompile", "false"}});
    graphs.Add(maker.Finish());
  }
  CHECK(graphs.requested_nodes() == 2);
  CHECK(graphs.refused_nodes() == 1);
}

TEST_CASE("the first graph that has a cluster tells its nodes") {
  XlaGraphs graphs;
  CHECK(graphs.empty());
  for (const std::string_view op : {"Mul", "Add"}) {
    XlaGraphMaker maker;
    maker.Add("a", op, {{"_XlaCluster", "c"}});
    graphs.Add(maker.Finish());
  }
  CHECK_FALSE(graphs.empty());
  CHECK(graphs.clusters().at("c").types == "1 Mul");
}

}  // namespace tfprof
