// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/infer_shapes.h"

#include <deque>
#include <string_view>
#include <vector>

#include "analysis/work/defined_nodes.h"
#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

namespace {

const Dims kNoRank = {-9};

// A graph with placeholders a, b and constants of whole numbers, and one node
// that is asked for.
class Question {
 public:
  Question(Dims a, Dims b) : a_(std::move(a)), b_(std::move(b)) {
    for (auto& [name, dims] : {std::pair{"a", &a_}, std::pair{"b", &b_}}) {
      NodeDetail detail;
      detail.shape = ShapeRecord{*dims};
      maker_.Add(name, "Placeholder", {}, detail);
    }
  }

  Question& Const(const char* name, std::vector<int64_t> values) {
    Constant constant;
    constant.is_decodable = true;
    constant.elements = static_cast<int64_t>(values.size());
    constant.head.dims = {constant.elements};
    constant.head.values = std::move(values);
    NodeDetail detail;
    detail.value = &constant;
    maker_.Add(name, "Const", {}, detail);
    return *this;
  }

  Dims Shape(const char* op, const std::vector<std::string_view>& inputs,
             const std::vector<NamedAttr>& attrs = {}) {
    NodeDetail detail;
    detail.attrs = attrs;
    maker_.Add("asked", op, inputs, detail);
    const Graph graph = maker_.Finish();
    const auto shapes = InferredShapes::Of(graph, {});
    REQUIRE(shapes);
    const ShapeView shape =
        shapes->ShapeOf(DefinedNodes(graph).Find("asked"), 0);
    if (!shape.has_rank) return kNoRank;
    return {shape.dims.begin(), shape.dims.end()};
  }

 private:
  Dims a_;
  Dims b_;
  GraphMaker maker_;
};

}  // namespace

TEST_CASE("what works on each element keeps shapes or broadcasts them") {
  CHECK(Question({2, 3}, {}).Shape("Relu", {"a"}) == Dims{2, 3});
  CHECK(Question({2, 1, 3}, {4, 1}).Shape("AddV2", {"a", "b"}) ==
        Dims{2, 4, 3});
  CHECK(Question({-1, 3}, {3}).Shape("Mul", {"a", "b"}) == Dims{-1, 3});
  CHECK(Question({2, 3}, {}).Shape("Mystery", {"a"}) == kNoRank);
  CHECK(Question({2, 3}, {}).Shape("SegmentSum", {"a", "b"}) == kNoRank);
}

TEST_CASE("matrix products have rows of one and columns of the other") {
  CHECK(Question({2, 3}, {3, 5}).Shape("MatMul", {"a", "b"}) == Dims{2, 5});
  CHECK(Question({3, 2}, {5, 3})
            .Shape("MatMul", {"a", "b"},
                   {{"transpose_a", "true"}, {"transpose_b", "true"}}) ==
        Dims{2, 5});
  CHECK(Question({7, 1, 2, 3}, {4, 3, 5}).Shape("BatchMatMulV2", {"a", "b"}) ==
        Dims{7, 4, 2, 5});
}

TEST_CASE("reductions drop or keep the axes that a constant names") {
  CHECK(Question({2, 3, 4}, {})
            .Const("axes", {-1, 0})
            .Shape("Sum", {"a", "axes"}) == Dims{3});
  CHECK(Question({2, 3, 4}, {})
            .Const("axes", {1})
            .Shape("Mean", {"a", "axes"}, {{"keep_dims", "true"}}) ==
        Dims{2, 1, 4});
  // What a placeholder will hold is not known.
  CHECK(Question({2, 3, 4}, {1}).Shape("Max", {"a", "b"}) == kNoRank);
  CHECK(Question({2, 3}, {}).Const("axes", {2}).Shape("Sum", {"a", "axes"}) ==
        kNoRank);
}

TEST_CASE("windows slide along three dimensions, too") {
  const std::vector<NamedAttr> strides = {{"strides", "1,2,2,1,1"},
                                          {"padding", "VALID"}};
  CHECK(Question({8, 9, 9, 5, 3}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"}, strides) == Dims{8, 4, 4, 5, 16});
  CHECK(Question({8, 3, 9, 9, 5}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"},
                   {{"strides", "1,1,2,2,1"},
                    {"padding", "SAME"},
                    {"data_format", "NCDHW"}}) == Dims{8, 16, 5, 5, 5});
  CHECK(Question({8, 9, 9, 5, 3}, {})
            .Shape("MaxPool3D", {"a"},
                   {{"ksize", "1,3,3,1,1"},
                    {"strides", "1,3,3,1,1"},
                    {"padding", "VALID"}}) == Dims{8, 3, 3, 5, 3});
  CHECK(Question({8, 9, 9, 3}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"}, strides) == kNoRank);
  CHECK(Question({3, 3, 3, 16}, {8, 4, 4, 16})
            .Const("size", {8, 9, 9, 3})
            .Shape("Conv2DBackpropInput", {"size", "a", "b"}) ==
        Dims{8, 9, 9, 3});
}

TEST_CASE("an Einsum makes what its equation says") {
  const auto einsum = [](Dims a, Dims b, std::string_view equation) {
    return Question(std::move(a), std::move(b))
        .Shape("Einsum", {"a", "b"}, {{"equation", equation}});
  };
  CHECK(einsum({2, 3}, {3, 5}, "ij,jk->ki") == Dims{5, 2});
  CHECK(einsum({7, -1, 4, 16}, {7, 9, 4, 16}, "btnh,bfnh->bnft") ==
        Dims{7, 4, 9, -1});
  CHECK(einsum({-1, 6, 8}, {8, 4, 2}, "...d,dnh->...nh") == Dims{-1, 6, 4, 2});
  CHECK(einsum({2, 3}, {3, 5}, "ij,jk") == kNoRank);
}

TEST_CASE("reshaping, moving, padding and joining go by constants") {
  CHECK(Question({4, 6}, {})
            .Const("shape", {2, -1, 3})
            .Shape("Reshape", {"a", "shape"}) == Dims{2, 4, 3});
  CHECK(Question({-1, 6}, {})
            .Const("shape", {-1, 3})
            .Shape("Reshape", {"a", "shape"}) == Dims{-1, 3});
  CHECK(Question({2, 3, 4}, {})
            .Const("order", {2, 0, 1})
            .Shape("Transpose", {"a", "order"}) == Dims{4, 2, 3});
  CHECK(Question({2, 3}, {})
            .Const("pads", {1, 0, 0, 5})
            .Shape("Pad", {"a", "pads"}) == Dims{3, 8});
  CHECK(Question({2, 3}, {2, 5})
            .Const("axis", {1})
            .Shape("ConcatV2", {"a", "b", "axis"}) == Dims{2, 8});
  CHECK(Question({2, 3}, {})
            .Const("axis", {-1})
            .Shape("ExpandDims", {"a", "axis"}) == Dims{2, 3, 1});
  CHECK(Question({2, 1, 3, 1}, {}).Shape("Squeeze", {"a"}) == Dims{2, 3});
}

TEST_CASE("a slice has as many elements as it steps over") {
  const auto slice = [](std::vector<int64_t> begin, std::vector<int64_t> end,
                        std::vector<int64_t> by,
                        const std::vector<NamedAttr>& attrs) {
    return Question({10, 7}, {})
        .Const("begin", std::move(begin))
        .Const("end", std::move(end))
        .Const("by", std::move(by))
        .Shape("StridedSlice", {"a", "begin", "end", "by"}, attrs);
  };
  CHECK(slice({1}, {9}, {3}, {}) == Dims{3, 7});
  CHECK(slice({0, -3}, {0, 7}, {1, 1}, {{"end_mask", "1"}}) == Dims{10, 3});
  CHECK(slice({4}, {5}, {1}, {{"shrink_axis_mask", "1"}}) == Dims{7});
  CHECK(slice({-1}, {0}, {-2}, {{"end_mask", "1"}}) == Dims{5, 7});
  CHECK(slice({5}, {2}, {1}, {}) == Dims{0, 7});
}

TEST_CASE("what was given goes on through the graph, unless it contradicts") {
  const Dims images = {-1, 4}, weights = {4, 3};
  NodeDetail image, weight;
  image.shape = ShapeRecord{images};
  weight.shape = ShapeRecord{weights};
  GraphMaker maker;
  maker.Add("x", "Placeholder", {}, image);
  maker.Add("w", "VariableV2", {}, weight);
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

}  // namespace tfprof
