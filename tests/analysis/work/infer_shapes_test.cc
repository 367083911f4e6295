// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/infer_shapes.h"

#include <string>
#include <string_view>
#include <utility>
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

namespace {

// A vector, or a scalar, of numbers that the graph holds.
void AddNumbers(GraphMaker& maker, const std::string& name, const Dims& dims,
                std::vector<int64_t> values) {
  Constant constant;
  constant.is_decodable = true;
  constant.elements = static_cast<int64_t>(values.size());
  constant.head.dims = dims;
  constant.head.values = std::move(values);
  maker.Add(name.c_str(), "Const", {}, {.value = &constant});
}

Dims ShapeNamed(const Graph& graph, const InferredShapes& shapes,
                std::string_view name, size_t output = 0) {
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.NameOf(node) != name) continue;
    const ShapeView shape = shapes.ShapeOf(node, output);
    return Dims(shape.dims.begin(), shape.dims.end());
  }
  return {};
}

}  // namespace

TEST_CASE("shapes go through an unrolled cell") {
  // One step of an LSTM: [x, h] times a matrix, split into four gates, and a
  // state of zeros whose size is computed from that of x.
  GraphMaker maker;
  maker.AddInputs({-1, 3, 8}, {24, 64});
  AddNumbers(maker, "one", {}, {1});
  AddNumbers(maker, "zero_1", {1}, {0});
  AddNumbers(maker, "one_1", {1}, {1});
  AddNumbers(maker, "units", {1}, {16});
  AddNumbers(maker, "axis0", {}, {0});
  const NamedAttr num{"num", "3"}, along{"axis", "1"},
      shrink{"shrink_axis_mask", "1"}, four{"num_split", "4"};
  const NamedAttr unpack[] = {num, along};
  maker.Add("steps", "Unpack", {"x"}, {.attrs = unpack});
  maker.Add("shape", "Shape", {"x"}, {});
  maker.Add("batch", "StridedSlice", {"shape", "zero_1", "one_1", "one_1"},
            {.attrs = {&shrink, 1}});
  maker.Add("batch_1", "ExpandDims", {"batch", "axis0"}, {});
  maker.Add("size", "ConcatV2", {"batch_1", "units", "axis0"}, {});
  maker.Add("h", "Fill", {"size", "zero"}, {});
  maker.Add("xh", "ConcatV2", {"steps:2", "h", "one"}, {});
  maker.Add("gates", "MatMul", {"xh", "w"}, {});
  maker.Add("split", "Split", {"one", "gates"}, {.attrs = {&four, 1}});
  maker.Add("c", "Sigmoid", {"split:3"}, {});
  const Graph graph = maker.Finish();
  const auto shapes = InferredShapes::Of(graph, {{"x", {5, 3, 8}}});
  REQUIRE(shapes);
  CHECK(ShapeNamed(graph, *shapes, "steps", 2) == Dims{5, 8});
  CHECK(ShapeNamed(graph, *shapes, "h") == Dims{5, 16});
  CHECK(ShapeNamed(graph, *shapes, "gates") == Dims{5, 64});
  CHECK(ShapeNamed(graph, *shapes, "split", 3) == Dims{5, 16});
  CHECK(ShapeNamed(graph, *shapes, "c") == Dims{5, 16});
  // Without the batch the sizes are not known, and are not guessed.
  const auto open = InferredShapes::Of(graph, {});
  REQUIRE(open);
  CHECK(ShapeNamed(graph, *open, "h") == Dims{-1, 16});
}

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
