// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/infer_shapes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/work/defined_nodes.h"
#include "analysis/work/shape_rules.h"
#include "base/hash.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr uint32_t kNone = DefinedNodes::kNone;

// Limits on inferred shapes. Shapes in models have up to five dimensions, and
// many nodes share one.
constexpr size_t kMostDimsOfAll = 1 << 20;
constexpr size_t kMostDimsPerNode = 8;

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

}  // namespace

uint32_t ShapePool::Intern(std::span<const int64_t> dims) {
  size_t hash = dims.size();
  for (const int64_t dim : dims) {
    hash = IntHash()(hash ^ static_cast<uint64_t>(dim));
  }
  const auto next = static_cast<uint32_t>(shapes_.size());
  const uint32_t row = index_.FindOrAdd(hash, next, [&](uint32_t known) {
    return std::ranges::equal(shapes_[known], dims);
  });
  if (row == next) {
    shapes_.AddRow(dims);
    dims_ += dims.size();
  }
  return row;
}

class Inference {
 public:
  explicit Inference(const Graph& graph)
      : graph_(graph), nodes_(graph), result_(graph) {}

  Status Give(const GivenShapes& given);
  Status Run();

  InferredShapes Finish() { return std::move(result_); }

 private:
  void Infer(uint32_t node);
  ShapeQuestion QuestionOn(uint32_t node) const;
  void InferOutputs(const ShapeQuestion& question, uint32_t* outputs);
  void Take(Dims inferred, uint32_t& output);

  const Graph& graph_;
  const DefinedNodes nodes_;
  InferredShapes result_;
  std::unordered_map<uint32_t, Dims> contents_;  // by node: see ContentOf
  size_t inferred_dims_ = 0;
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
    result_.outputs_[result_.first_[node]] = result_.shapes_.Intern(merged);
  }
  return {};
}

// Visits sources before users; nodes in a cycle last, in graph order.
Status Inference::Run() {
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
  const size_t most_dims =
      kMostDimsOfAll + kMostDimsPerNode * graph_.main_nodes;
  for (const uint32_t node : order) {
    Infer(node);
    if (inferred_dims_ <= most_dims) continue;
    return Fail(ErrorCode::kLimit,
                "the shapes that follow from the graph's have more than {} "
                "dimensions together; is '{}' one of a model?",
                most_dims, Printable(graph_.NameOf(node)));
  }
  return {};
}

void Inference::Infer(uint32_t node) {
  const std::string_view name = graph_.NameOf(node);
  uint32_t* const outputs = &result_.outputs_[result_.first_[node]];
  ShapePool& shapes = result_.shapes_;
  for (size_t i = 0; i < result_.OutputsOf(node); ++i) {
    if (outputs[i] != ShapePool::kUnknown) continue;  // it was given
    const ShapeView told = nodes_.ShapeOf(name, static_cast<int64_t>(i));
    if (told.has_rank) outputs[i] = shapes.Intern(told.dims);
  }
  const ShapeQuestion question = QuestionOn(node);
  InferOutputs(question, outputs);
  if (auto content = ContentOf(question)) {
    contents_.emplace(node, *std::move(content));
  }
}

ShapeQuestion Inference::QuestionOn(uint32_t node) const {
  ShapeQuestion question{graph_, node, {}, {}};
  for (const DefinedNodes::Source& source : nodes_.SourcesOf(node)) {
    question.sources.push_back(source.node);
    question.inputs.push_back(
        source.node == kNone ? ShapeView{}
                             : result_.ShapeOf(source.node, source.output));
    const auto content =
        source.output == 0 ? contents_.find(source.node) : contents_.end();
    question.contents.push_back(
        content == contents_.end() ? nullptr : &content->second);
  }
  return question;
}

void Inference::InferOutputs(const ShapeQuestion& question, uint32_t* outputs) {
  const ShapeRule rule = FindShapeRule(graph_.OpOf(question.node));
  if (rule == nullptr || result_.shapes_[outputs[0]].is_known()) return;
  const InferredShape first = rule(question);
  if (!first) return;
  Take(*first, outputs[0]);
  for (size_t i = 1; i < result_.OutputsOf(question.node); ++i) {
    if (const auto other = ShapeOfOther(question, *first, i)) {
      Take(*other, outputs[i]);
    }
  }
}

// If they contradict each other, the graph's shape is kept.
void Inference::Take(Dims inferred, uint32_t& output) {
  ShapePool& shapes = result_.shapes_;
  const ShapeView told = shapes[output];
  if (inferred.size() > kMostDims) return;
  if (told.has_rank && !Merge(told.dims, inferred)) return;
  const size_t dims = shapes.dims();
  output = shapes.Intern(inferred);
  inferred_dims_ += shapes.dims() - dims;
}

InferredShapes::InferredShapes(const Graph& graph) {
  first_.reserve(graph.main_nodes + 1);
  size_t outputs = 0;
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    first_.push_back(outputs);
    outputs += std::max(ListedOutputs(graph, node),
                        graph.output_shapes[node].size());
  }
  first_.push_back(outputs);
  outputs_.assign(outputs, ShapePool::kUnknown);
}

Result<InferredShapes> InferredShapes::Of(const Graph& graph,
                                          const GivenShapes& given) {
  Inference inference(graph);
  TFPROF_RETURN_IF_ERROR(inference.Give(given));
  TFPROF_RETURN_IF_ERROR(inference.Run());
  return inference.Finish();
}

std::optional<Dims> ShapeQuestion::DimsOf(size_t input) const {
  if (input >= inputs.size() || !inputs[input].has_rank) return {};
  const auto dims = inputs[input].dims;
  return Dims(dims.begin(), dims.end());
}

static std::optional<Dims> ConstantIn(const ShapeQuestion& q, size_t input) {
  if (input >= q.sources.size() || q.sources[input] == DefinedNodes::kNone)
    return {};
  const Constant* const value = q.graph.ConstantOf(q.sources[input]);
  if (value == nullptr || !value->is_decodable) return {};
  const auto* const numbers =
      std::get_if<std::vector<int64_t>>(&value->head.values);
  if (numbers == nullptr && value->elements > 0) return {};
  if (numbers == nullptr) return Dims{};
  if (numbers->size() > 2 * kMostDims) return {};  // paddings have two each
  if (static_cast<int64_t>(numbers->size()) != value->elements) return {};
  return *numbers;
}

std::optional<Dims> ShapeQuestion::ValuesOf(size_t input) const {
  if (auto constant = ConstantIn(*this, input)) return constant;
  if (input >= contents.size() || contents[input] == nullptr) return {};
  const Dims& content = *contents[input];
  const bool is_known =
      std::ranges::find(content, kUnknownNumber) == content.end();
  return is_known ? std::optional(content) : std::nullopt;
}

std::optional<Dims> ShapeQuestion::SizesOf(size_t input) const {
  if (auto constant = ConstantIn(*this, input)) return constant;
  if (input >= contents.size() || contents[input] == nullptr) return {};
  Dims sizes = *contents[input];
  std::ranges::replace(sizes, kUnknownNumber, kUnknownDim);
  return sizes;
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
  if (output >= OutputsOf(node)) return {};
  return shapes_[outputs_[first_[node] + output]];
}

}  // namespace tfprof
