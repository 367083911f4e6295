// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/shape_rules.h"

#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/shape_question.h"

namespace tfprof {

TEST_CASE("what works on each element keeps shapes or broadcasts them") {
  CHECK(ShapeAsked({2, 3}, {}).Shape("Relu", {"a"}) == Dims{2, 3});
  CHECK(ShapeAsked({2, 1, 3}, {4, 1}).Shape("AddV2", {"a", "b"}) ==
        Dims{2, 4, 3});
  CHECK(ShapeAsked({-1, 3}, {3}).Shape("Mul", {"a", "b"}) == Dims{-1, 3});
  CHECK(ShapeAsked({2, 3}, {}).Shape("Mystery", {"a"}) == kNoRank);
  CHECK(ShapeAsked({2, 3}, {}).Shape("SegmentSum", {"a", "b"}) == kNoRank);
}

TEST_CASE("matrix products have rows of one and columns of the other") {
  CHECK(ShapeAsked({2, 3}, {3, 5}).Shape("MatMul", {"a", "b"}) == Dims{2, 5});
  CHECK(ShapeAsked({3, 2}, {5, 3})
            .Shape("MatMul", {"a", "b"},
                   {{"transpose_a", "true"}, {"transpose_b", "true"}}) ==
        Dims{2, 5});
  CHECK(ShapeAsked({7, 1, 2, 3}, {4, 3, 5}).Shape("BatchMatMulV2", {"a", "b"}) ==
        Dims{7, 4, 2, 5});
}

TEST_CASE("reductions drop or keep the axes that a constant names") {
  CHECK(ShapeAsked({2, 3, 4}, {})
            .Const("axes", {-1, 0})
            .Shape("Sum", {"a", "axes"}) == Dims{3});
  CHECK(ShapeAsked({2, 3, 4}, {})
            .Const("axes", {1})
            .Shape("Mean", {"a", "axes"}, {{"keep_dims", "true"}}) ==
        Dims{2, 1, 4});
  // The content of a placeholder is unknown.
  CHECK(ShapeAsked({2, 3, 4}, {1}).Shape("Max", {"a", "b"}) == kNoRank);
  CHECK(ShapeAsked({2, 3}, {}).Const("axes", {2}).Shape("Sum", {"a", "axes"}) ==
        kNoRank);
}

TEST_CASE("an Einsum makes what its equation says") {
  const auto einsum = [](Dims a, Dims b, std::string_view equation) {
    return ShapeAsked(std::move(a), std::move(b))
        .Shape("Einsum", {"a", "b"}, {{"equation", equation}});
  };
  CHECK(einsum({2, 3}, {3, 5}, "ij,jk->ki") == Dims{5, 2});
  CHECK(einsum({7, -1, 4, 16}, {7, 9, 4, 16}, "btnh,bfnh->bnft") ==
        Dims{7, 4, 9, -1});
  CHECK(einsum({-1, 6, 8}, {8, 4, 2}, "...d,dnh->...nh") == Dims{-1, 6, 4, 2});
  CHECK(einsum({2, 3}, {3, 5}, "ij,jk") == kNoRank);
}

TEST_CASE("reshaping, moving, padding and joining go by constants") {
  CHECK(ShapeAsked({4, 6}, {})
            .Const("shape", {2, -1, 3})
            .Shape("Reshape", {"a", "shape"}) == Dims{2, 4, 3});
  CHECK(ShapeAsked({-1, 6}, {})
            .Const("shape", {-1, 3})
            .Shape("Reshape", {"a", "shape"}) == Dims{-1, 3});
  CHECK(ShapeAsked({2, 3, 4}, {})
            .Const("order", {2, 0, 1})
            .Shape("Transpose", {"a", "order"}) == Dims{4, 2, 3});
  CHECK(ShapeAsked({2, 3}, {})
            .Const("pads", {1, 0, 0, 5})
            .Shape("Pad", {"a", "pads"}) == Dims{3, 8});
  CHECK(ShapeAsked({2, 3}, {2, 5})
            .Const("axis", {1})
            .Shape("ConcatV2", {"a", "b", "axis"}) == Dims{2, 8});
  CHECK(ShapeAsked({2, 3}, {})
            .Const("axis", {-1})
            .Shape("ExpandDims", {"a", "axis"}) == Dims{2, 3, 1});
  CHECK(ShapeAsked({2, 1, 3, 1}, {}).Shape("Squeeze", {"a"}) == Dims{2, 3});
}

TEST_CASE("a slice has as many elements as it steps over") {
  const auto slice = [](std::vector<int64_t> begin, std::vector<int64_t> end,
                        std::vector<int64_t> by,
                        const std::vector<NamedAttr>& attrs) {
    return ShapeAsked({10, 7}, {})
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

TEST_CASE("a type without a rule has no shape") {
  CHECK(FindShapeRule("MatMul") != nullptr);
  CHECK(FindShapeRule("matmul") == nullptr);
  CHECK(FindShapeRule("MatMulX") == nullptr);
  CHECK(FindShapeRule("") == nullptr);
}

}  // namespace tfprof
