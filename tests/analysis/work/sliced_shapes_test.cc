// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/sliced_shapes.h"

#include "support/catch.h"
#include "support/inferred_graph.h"

namespace tfprof {

TEST_CASE("shapes go through resized and cropped images") {
  GraphMaker maker;
  maker.AddInputs({2, 10, 10, 3}, {7, 4});
  AddNumbers(maker, "size", {2}, {6, 5});
  maker.Add("resized", "ResizeBilinear", {"x", "size"}, {});
  maker.Add("cropped", "CropAndResize", {"x", "w", "which", "size"}, {});
  maker.Add("odd", "ResizeBicubic", {"x", "unknown"}, {});
  const Graph graph = maker.Finish();
  const auto shapes = InferredShapes::Of(graph, {});
  REQUIRE(shapes);
  CHECK(ShapeNamed(graph, *shapes, "resized") == Dims{2, 6, 5, 3});
  CHECK(ShapeNamed(graph, *shapes, "cropped") == Dims{7, 6, 5, 3});
  CHECK(ShapeNamed(graph, *shapes, "odd") == Dims{2, -1, -1, 3});
}

TEST_CASE("parts of a tensor, and tensors of a size that is given") {
  GraphMaker maker;
  maker.AddInputs({6, 9}, {100, 4});
  AddNumbers(maker, "sizes", {2}, {2, 7});
  AddNumbers(maker, "begin", {2}, {1, 2});
  AddNumbers(maker, "part", {2}, {-1, 3});
  AddNumbers(maker, "depth", {}, {11});
  AddNumbers(maker, "axis", {}, {1});
  AddNumbers(maker, "ids", {5}, {1, 2, 3, 4, 5});
  const NamedAttr two{"num_split", "2"};
  maker.Add("split", "SplitV", {"x", "sizes", "axis"}, {.attrs = {&two, 1}});
  maker.Add("slice", "Slice", {"x", "begin", "part"}, {});
  maker.Add("tile", "Tile", {"x", "sizes"}, {});
  maker.Add("rows", "GatherV2", {"w", "ids", "axis0"}, {});
  maker.Add("embedded", "Gather", {"w", "ids"}, {});
  maker.Add("hot", "OneHot", {"ids", "depth", "on", "off"}, {});
  const Graph graph = maker.Finish();
  const auto shapes = InferredShapes::Of(graph, {});
  REQUIRE(shapes);
  CHECK(ShapeNamed(graph, *shapes, "split", 0) == Dims{6, 2});
  CHECK(ShapeNamed(graph, *shapes, "split", 1) == Dims{6, 7});
  CHECK(ShapeNamed(graph, *shapes, "slice") == Dims{5, 3});
  CHECK(ShapeNamed(graph, *shapes, "tile") == Dims{12, 63});
  CHECK(ShapeNamed(graph, *shapes, "rows").empty());  // an unknown axis
  CHECK(ShapeNamed(graph, *shapes, "embedded") == Dims{5, 4});
  CHECK(ShapeNamed(graph, *shapes, "hot") == Dims{5, 11});
}

}  // namespace tfprof
