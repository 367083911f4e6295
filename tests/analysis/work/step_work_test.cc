// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/step_work.h"

#include <vector>

#include "support/catch.h"
#include "support/graph_maker.h"
#include "support/work_step.h"

namespace tfprof {

namespace {

using Shape = std::vector<int64_t>;

}  // namespace

TEST_CASE("an execution has the shapes of what was made for it") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("both", "Split()", {{9, 9}, {3, 4}});
  step.Add("m", "MatMul(a, both:1, ^a)", {{2, 4}});
  const WorkReport report = step.Count();
  const NodeWork m = Of(report, "m");
  CHECK(m.float_ops == 2 * 2 * 3 * 4);
  CHECK(m.source == "formula, shapes of the run");
  CHECK(m.bytes == 4 * (2 * 3 + 3 * 4 + 2 * 4));
  CHECK(m.time_ns == 10);
  CHECK(Of(report, "a").float_ops == 0);
  CHECK(Of(report, "a").source == "zero by definition");
  CHECK(report[0].node == "m");  // most first
}

TEST_CASE("a shape that no execution tells is that of the graph") {
  const Shape weights = {3, 3, 3, 16}, variable = {16, 10},
              image = {1, 8, 8, 3};
  Constant constant;
  constant.is_decodable = true;
  constant.head.dims = weights;
  NodeDetail held, shaped;
  held.value = &constant;
  shaped.shape = ShapeRecord{variable};
  GraphMaker graph;
  graph.Add("w", "Const", {}, held);
  graph.Add("w/read", "Identity", {"w"}, {});
  graph.Add("v", "VarHandleOp", {}, shaped);
  graph.Add("v/read", "ReadVariableOp", {"v"}, {});
  graph.Add("x", "Placeholder", {}, {}, {ShapeRecord{image}});
  const Graph made = graph.Finish();
  WorkStep step(&made);
  step.Add("v", "VarHandleOp()", {{}}, kResourceType);
  step.Add("conv", "_MklNativeFusedConv2D(x, w/read)", {{1, 8, 8, 16}});
  step.Add("a", "Const()", {{2, 16}});
  step.Add("m", "MatMul(a, v)", {{2, 10}});
  step.Add("g", "SparseSoftmaxCrossEntropyWithLogits(v, a)", {{2}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "conv").float_ops == 2 * 8 * 8 * 16 * 27);
  CHECK(Of(report, "conv").source ==
        "formula, shapes of the run and the graph");
  CHECK(Of(report, "conv").remark == "without what is fused to it");
  // The handle's own shape is not that of the variable.
  CHECK(Of(report, "g").float_ops == 6 * 160);
}

TEST_CASE("attributes are those of the partition graph, then of the graph") {
  GraphMaker graph;
  const NamedAttr transposed{"transpose_a", "true"};
  NodeDetail detail;
  detail.attrs = {&transposed, 1};
  graph.Add("of_graph", "MatMul", {}, detail);
  graph.Add("of_both", "MatMul", {}, {});
  const Graph made = graph.Finish();
  WorkStep step(&made);
  step.ran().BeginGraph({GraphRecord::Origin::kPartition});
  step.ran().AddNode({.name = "of_both", .op = "MatMul", .detail = &detail});
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{2, 5}});
  step.Add("of_graph", "MatMul(a, b)", {{3, 5}});
  step.Add("of_both", "MatMul(a, b)", {{3, 5}});
  step.Add("of_none", "MatMul(a, b)", {{3, 5}});
  step.Add("odd", "MatMul(a, b)", {{7, 5}});
  const WorkReport report = step.Count();
  CHECK(Of(report, "of_graph").float_ops == 2 * 2 * 3 * 5);
  CHECK(Of(report, "of_both").float_ops == 2 * 2 * 3 * 5);
  // Shapes tell it where no graph does.
  CHECK(Of(report, "of_none").float_ops == 2 * 2 * 3 * 5);
  CHECK(Of(report, "odd").source == "none: the shapes fit no transposes");
}

}  // namespace tfprof
