// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "analysis/work/defined_nodes.h"
#include "analysis/work/infer_shapes.h"
#include "support/catch.h"
#include "support/graph_maker.h"

namespace tfprof {

inline const Dims kNoRank = {-9};

// A graph with placeholders a, b and constants of whole numbers, and one node
// that is asked for.
class ShapeAsked {
 public:
  ShapeAsked(Dims a, Dims b) : a_(std::move(a)), b_(std::move(b)) {
    for (auto& [name, dims] : {std::pair{"a", &a_}, std::pair{"b", &b_}}) {
      NodeDetail detail;
      detail.shape = ShapeRecord{*dims};
      maker_.Add(name, "Placeholder", {}, detail);
    }
  }

  ShapeAsked& Const(const char* name, std::vector<int64_t> values) {
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

}  // namespace tfprof
