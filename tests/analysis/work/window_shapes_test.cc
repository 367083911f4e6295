// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/window_shapes.h"

#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/shape_question.h"

namespace tfprof {

TEST_CASE("windows slide along three dimensions, too") {
  const std::vector<NamedAttr> strides = {{"strides", "1,2,2,1,1"},
                                          {"padding", "VALID"}};
  CHECK(ShapeAsked({8, 9, 9, 5, 3}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"}, strides) == Dims{8, 4, 4, 5, 16});
  CHECK(ShapeAsked({8, 3, 9, 9, 5}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"},
                   {{"strides", "1,1,2,2,1"},
                    {"padding", "SAME"},
                    {"data_format", "NCDHW"}}) == Dims{8, 16, 5, 5, 5});
  CHECK(ShapeAsked({8, 9, 9, 5, 3}, {})
            .Shape("MaxPool3D", {"a"},
                   {{"ksize", "1,3,3,1,1"},
                    {"strides", "1,3,3,1,1"},
                    {"padding", "VALID"}}) == Dims{8, 3, 3, 5, 3});
  CHECK(ShapeAsked({8, 9, 9, 3}, {3, 3, 1, 3, 16})
            .Shape("Conv3D", {"a", "b"}, strides) == kNoRank);
  CHECK(ShapeAsked({3, 3, 3, 16}, {8, 4, 4, 16})
            .Const("size", {8, 9, 9, 3})
            .Shape("Conv2DBackpropInput", {"size", "a", "b"}) ==
        Dims{8, 9, 9, 3});
}

TEST_CASE("depthwise filters multiply the channels") {
  const std::vector<NamedAttr> valid = {{"strides", "1,1,1,1"},
                                        {"padding", "VALID"}};
  CHECK(ShapeAsked({8, 9, 9, 3}, {3, 3, 3, 2})
            .Shape("DepthwiseConv2dNative", {"a", "b"}, valid) ==
        Dims{8, 7, 7, 6});
  CHECK(ShapeAsked({8, 9, 9, 3}, {3, 3, -1, 2})
            .Shape("DepthwiseConv2dNative", {"a", "b"}, valid) ==
        Dims{8, 7, 7, -1});
}

TEST_CASE("taps that are apart reach further") {
  const auto rows = [](std::string_view padding, std::string_view dilations) {
    return ShapeAsked({1, 9, 9, 3}, {3, 3, 3, 4})
        .Shape("Conv2D", {"a", "b"},
               {{"strides", "1,1,1,1"},
                {"padding", padding},
                {"dilations", dilations}})[1];
  };
  CHECK(rows("VALID", "1,1,1,1") == 7);
  CHECK(rows("VALID", "1,3,1,1") == 3);
  CHECK(rows("SAME", "1,3,1,1") == 9);
  // It does not fit once.
  CHECK(rows("VALID", "1,5,1,1") == -1);
}

TEST_CASE("what a window makes of an unknown size or padding is unknown") {
  const auto shape = [](int64_t size, std::string_view padding) {
    return ShapeAsked({1, size, size, 3}, {3, 3, 3, 4})
        .Shape("Conv2D", {"a", "b"},
               {{"strides", "1,2,2,1"}, {"padding", padding}});
  };
  CHECK(shape(9, "SAME") == Dims{1, 5, 5, 4});
  CHECK(shape(9, "VALID") == Dims{1, 4, 4, 4});
  CHECK(shape(-1, "SAME") == Dims{1, -1, -1, 4});
  CHECK(shape(9, "EXPLICIT") == Dims{1, -1, -1, 4});
  CHECK(ShapeAsked({1, 9, 9, 3}, {3, 3, 3, 4})
            .Shape("Conv2D", {"a", "b"}, {{"padding", "SAME"}}) == kNoRank);
}

}  // namespace tfprof
