// SPDX-License-Identifier: Apache-2.0
#include "support/catch.h"
#include "support/inferred_graph.h"

namespace tfprof {

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

}  // namespace tfprof
