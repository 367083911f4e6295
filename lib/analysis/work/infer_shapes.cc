// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/infer_shapes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/work/defined_nodes.h"
#include "analysis/work/shape_rules.h"
#include "base/lists.h"
#include "base/strings.h"

namespace tfprof {

namespace shape_inference {

namespace {

constexpr uint32_t kNone = DefinedNodes::kNone;

using Outputs = std::vector<std::optional<Dims>>;  // by output of a node

std::string DimsText(std::span<const int64_t> dims) {
  std::vector<std::string> texts;
  for (const int64_t dim : dims) {
    texts.push_back(dim < 0 ? "?" : fmt::format("{}", dim));
  }
  return fmt::format("[{}]", fmt::join(texts, ","));
}

// Fills unknown dimensions of `dims` from `more`. False if they contradict each
// other.
bool Merge(std::span<const int64_t> more, Dims& dims) {
  if (more.size() != dims.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 0 && more[i] >= 0 && dims[i] != more[i]) return false;
    dims[i] = std::max(dims[i], more[i]);
  }
  return true;
}

class Inference {
 public:
  explicit Inference(const Graph& graph)
      : graph_(graph), nodes_(graph), outputs_(graph.main_nodes) {}

  Status Give(const GivenShapes& given);
  void Run();

  std::vector<Outputs> Finish() { return std::move(outputs_); }

 private:
  void Infer(uint32_t node);

  const Graph& graph_;
  const DefinedNodes nodes_;
  std::vector<Outputs> outputs_;
};

Status Inference::Give(const GivenShapes& given) {
  for (const auto& [name, dims] : given) {
    const uint32_t node = nodes_.Find(name);
    if (node == kNone) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--input_layer_shape: the graph has no node '{}'",
                  Printable(name));
    }
    const ShapeView declared = nodes_.ShapeOf(name, 0);
    Dims merged = dims;
    if (declared.has_rank && !Merge(declared.dims, merged)) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--input_layer_shape: '{}' cannot be {}, the graph says {}",
                  Printable(name), DimsText(dims), DimsText(declared.dims));
    }
    outputs_[node] = {merged};
  }
  return {};
}

// Visits sources before users; nodes in a cycle last, in graph order.
void Inference::Run() {
  std::vector<uint32_t> waits(graph_.main_nodes);
  Lists<uint32_t> users;
  {
    std::vector<std::vector<uint32_t>> by_source(graph_.main_nodes);
    for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
      for (const DefinedNodes::Source& source : nodes_.SourcesOf(node)) {
        if (source.node == kNone) continue;
        by_source[source.node].push_back(node);
        ++waits[node];
      }
    }
    for (const auto& row : by_source) users.AddRow(row);
  }
  std::vector<uint32_t> order;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    if (waits[node] == 0) order.push_back(node);
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (const uint32_t user : users[order[next]]) {
      if (--waits[user] == 0) order.push_back(user);
    }
  }
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    if (waits[node] > 0) order.push_back(node);
  }
  for (const uint32_t node : order) Infer(node);
}

void Inference::Infer(uint32_t node) {
  Outputs& outputs = outputs_[node];
  const std::string_view name = graph_.NameOf(node);
  const size_t told = std::max<size_t>(1, graph_.output_shapes[node].size());
  for (size_t i = outputs.size(); i < told; ++i) {
    const ShapeView shape = nodes_.ShapeOf(name, static_cast<int64_t>(i));
    outputs.push_back(shape.has_rank ? std::optional(Dims(shape.dims.begin(),
                                                          shape.dims.end()))
                                     : std::nullopt);
  }
  const auto is_known = [](const std::optional<Dims>& dims) {
    return dims && ShapeView{*dims, true}.is_known();
  };
  const ShapeRule rule = FindShapeRule(graph_.OpOf(node));
  if (rule == nullptr || is_known(outputs[0])) return;
  ShapeQuestion question{graph_, node, {}, {}};
  for (const DefinedNodes::Source& source : nodes_.SourcesOf(node)) {
    question.sources.push_back(source.node);
    ShapeView shape;
    if (source.node != kNone) {
      const Outputs& from = outputs_[source.node];
      if (source.output < from.size() && from[source.output]) {
        shape = {*from[source.output], true};
      }
    }
    question.inputs.push_back(shape);
  }
  InferredShape inferred = rule(question);
  if (!inferred) return;
  // If they contradict each other, the graph's shape is kept.
  if (!outputs[0] || Merge(*outputs[0], *inferred)) outputs[0] = inferred;
}

}  // namespace

}  // namespace shape_inference

Result<InferredShapes> InferredShapes::Of(const Graph& graph,
                                          const GivenShapes& given) {
  shape_inference::Inference inference(graph);
  TFPROF_RETURN_IF_ERROR(inference.Give(given));
  inference.Run();
  InferredShapes shapes;
  shapes.outputs_ = inference.Finish();
  return shapes;
}

std::optional<Dims> ShapeQuestion::DimsOf(size_t input) const {
  if (input >= inputs.size() || !inputs[input].has_rank) return {};
  const auto dims = inputs[input].dims;
  return Dims(dims.begin(), dims.end());
}

std::optional<Dims> ShapeQuestion::ValuesOf(size_t input) const {
  if (input >= sources.size() || sources[input] == DefinedNodes::kNone)
    return {};
  const Constant* const value = graph.ConstantOf(sources[input]);
  if (value == nullptr || !value->is_decodable) return {};
  const auto* const numbers =
      std::get_if<std::vector<int64_t>>(&value->head.values);
  if (numbers == nullptr && value->elements > 0) return {};
  if (numbers == nullptr) return Dims{};
  if (static_cast<int64_t>(numbers->size()) != value->elements) return {};
  return *numbers;
}

std::vector<int64_t> ShapeQuestion::Numbers(std::string_view attr) const {
  std::vector<int64_t> numbers;
  for (const std::string& text : SplitNonEmpty(graph.AttrOf(node, attr), ',')) {
    numbers.push_back(ParseInt64(text).value_or(-1));
  }
  return numbers;
}

int64_t ShapeQuestion::Number(std::string_view attr, int64_t otherwise) const {
  return ParseInt64(graph.AttrOf(node, attr)).value_or(otherwise);
}

ShapeView InferredShapes::ShapeOf(uint32_t node, size_t output) const {
  const auto& outputs = outputs_[node];
  if (output >= outputs.size() || !outputs[output]) return {};
  return {*outputs[output], true};
}

}  // namespace tfprof
