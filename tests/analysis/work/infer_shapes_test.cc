// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/infer_shapes.h"

#include <vector>

#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

TEST_CASE("what was given goes on through the graph, unless it contradicts") {
  GraphMaker maker;
  maker.AddInputs({-1, 4}, {4, 3});
  maker.Add("y", "MatMul", {"x", "w"}, {});
  // These wait for each other.
  maker.Add("m", "AddV2", {"y", "n"}, {});
  maker.Add("n", "Relu", {"m"}, {});
  const Graph graph = maker.Finish();
  const auto shapes = InferredShapes::Of(graph, {{"x", {8, -1}}});
  REQUIRE(shapes);
  const auto dims = shapes->ShapeOf(2, 0).dims;
  CHECK(Dims(dims.begin(), dims.end()) == Dims{8, 3});
  CHECK_FALSE(shapes->ShapeOf(3, 0).has_rank);
  CHECK_FALSE(InferredShapes::Of(graph, {{"x", {8, 5}}}));
  CHECK_FALSE(InferredShapes::Of(graph, {{"x", {8}}}));
  CHECK_FALSE(InferredShapes::Of(graph, {{"gone", {8}}}));
}

TEST_CASE("what TensorFlow has no tensor of has no shape") {
  GraphMaker maker;
  maker.AddInputs(Dims(kMostDims + 1, 1), {4});
  maker.Add("a", "Relu", {"x"}, {});
  maker.Add("b", "Relu", {"w"}, {});
  const Graph graph = maker.Finish();
  const auto shapes = InferredShapes::Of(graph, {});
  REQUIRE(shapes);
  CHECK_FALSE(shapes->ShapeOf(0, 0).has_rank);
  CHECK_FALSE(shapes->ShapeOf(2, 0).has_rank);
  CHECK(shapes->ShapeOf(3, 0).dims[0] == 4);
}

}  // namespace tfprof
